import { useCallback, useEffect, useState, type RefObject } from 'react'
import { inSight } from './grid-shape'
import type { Edges } from './range'

/** The part of a sheet that is drawn, as it is scrolled and as its frame changes its size. */
export function useInSight(scroller: RefObject<HTMLDivElement | null>, size: number): { readonly part: Edges; readonly look: () => void } {
  const [part, setPart] = useState<Edges>({ top: 0, left: 0, bottom: Math.min(size - 1, 20), right: Math.min(size - 1, 12) })
  const look = useCallback(() => {
    const { current } = scroller
    if (!current) return
    const next = inSight({ top: current.scrollTop, left: current.scrollLeft, width: current.clientWidth, height: current.clientHeight }, size)
    setPart((last) => (isSame(last, next) ? last : next))
  }, [scroller, size])
  useEffect(() => {
    const { current } = scroller
    if (!current) return undefined
    // It is told of the size there is, too.
    const watch = new ResizeObserver(look)
    watch.observe(current)
    return () => watch.disconnect()
  }, [scroller, look])
  return { part, look }
}

const isSame = (a: Edges, b: Edges): boolean => a.top === b.top && a.left === b.left && a.bottom === b.bottom && a.right === b.right
