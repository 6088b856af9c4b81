import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'

/** Something is being carried to another place of the list. */
interface Carried {
  readonly stop: number
  readonly from: number
  readonly to: number
  /** How far the pointer has drawn it, pixels; 0 by keyboard. */
  readonly by_px: number
  readonly how: 'pointer' | 'keys'
}

interface DragOptions {
  readonly count: number
  /** Places in front that nothing is moved to. */
  readonly first: number
  readonly row_px: number
  readonly onDrop: (stop: number, to: number) => void
  readonly announce: (what: 'grabbed' | 'over' | 'dropped' | 'cancelled', place: number) => void
}

/**
 * Carries a row of a list: by mouse and by finger on its handle, or by keyboard: Space takes it up, the arrows carry
 * it, Space or Enter puts it down, Escape puts it back.
 */
export function useRowDrag({ count, first, row_px, onDrop, announce }: DragOptions) {
  const [carried, setCarried] = useState<Carried | null>(null)
  const start = useRef(0)
  const within = (to: number): number => Math.min(count - 1, Math.max(first, to))
  const drop = (): void => {
    if (!carried) return
    setCarried(null)
    announce('dropped', carried.to)
    if (carried.to !== carried.from) onDrop(carried.stop, carried.to)
  }
  const cancel = (): void => {
    if (carried) announce('cancelled', carried.from)
    setCarried(null)
  }
  const carry = (to: number): void => {
    if (!carried || to === carried.to) return
    setCarried({ ...carried, to })
    announce('over', to)
  }
  const handle = (stop: number, at: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = event.clientY
      setCarried({ stop, from: at, to: at, by_px: 0, how: 'pointer' })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (carried?.how !== 'pointer' || carried.stop !== stop) return
      const by_px = event.clientY - start.current
      setCarried({ ...carried, by_px, to: within(carried.from + Math.round(by_px / row_px)) })
    },
    onPointerUp: () => {
      if (carried?.how === 'pointer') drop()
    },
    onPointerCancel: cancel,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const mine = carried?.stop === stop && carried.how === 'keys'
      const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
      if (event.key === ' ' || (event.key === 'Enter' && mine)) {
        event.preventDefault()
        if (mine) return drop()
        setCarried({ stop, from: at, to: at, by_px: 0, how: 'keys' })
        announce('grabbed', at)
      } else if (mine && step !== 0) {
        event.preventDefault()
        carry(within(carried.to + step))
      } else if (mine && event.key === 'Escape') {
        event.preventDefault()
        event.stopPropagation()
        cancel()
      }
    },
    // Who goes on by Tab has not meant to leave it there.
    onBlur: () => {
      if (carried?.how === 'keys' && carried.stop === stop) cancel()
    },
  })
  /** How far a row is drawn from its place while another is carried over it, pixels. */
  const offset = (at: number): number => {
    if (!carried) return 0
    const { from, to } = carried
    if (at === from) return carried.how === 'pointer' ? carried.by_px : (to - from) * row_px
    if (from < to && at > from && at <= to) return -row_px
    return from > to && at < from && at >= to ? row_px : 0
  }
  return { carried, handle, offset }
}
