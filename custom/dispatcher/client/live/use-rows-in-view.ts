import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

interface RowsInView {
  readonly box: RefObject<HTMLDivElement | null>
  readonly first: number
  readonly last: number
  /** Brings a row into the box if it is not there. */
  readonly reveal: (row: number) => void
}

// Rows beyond each edge, so that a quick turn of the wheel shows no blank.
const EXTRA = 8

/** Which rows of a long list its scrolling box shows: only those are made. All rows are equally high. */
export function useRowsInView(count: number, height_px: number): RowsInView {
  const box = useRef<HTMLDivElement>(null)
  const [span, setSpan] = useState({ first: 0, last: 30 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const look = (): void => {
      const first = Math.max(0, Math.floor(element.scrollTop / height_px) - EXTRA)
      const last = Math.ceil((element.scrollTop + element.clientHeight) / height_px) + EXTRA
      setSpan((now) => (now.first === first && now.last === last ? now : { first, last }))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [height_px])
  return {
    box,
    first: Math.min(span.first, Math.max(0, count - 1)),
    last: Math.min(count, span.last),
    reveal: (row) => {
      const element = box.current
      if (!element) return
      const top = row * height_px
      if (top < element.scrollTop) element.scrollTop = top
      else if (top + height_px > element.scrollTop + element.clientHeight)
        element.scrollTop = top + height_px - element.clientHeight
    },
  }
}
