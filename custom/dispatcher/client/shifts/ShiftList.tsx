import Box from '@mui/material/Box'
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useSay } from '#engine/ui'
import type { DriverShift } from '../../../fleet/model'
import { movedEntry } from './shift-order'
import { SHIFT_PX, ShiftRow } from './ShiftRow'

interface Props {
  readonly shifts: readonly DriverShift[]
  readonly now_ms: number
  readonly onSelect: (id_vehicle: number) => void
  /** The new order, as ids of shifts; null: it may not be changed now. */
  readonly onOrder: ((ids: readonly number[]) => void) | null
}

interface Drag {
  readonly from: number
  readonly startY: number
  readonly to: number
  readonly by: number
}

/** The queue; rows are dragged by their handle, or moved with Alt and the arrows. */
export function ShiftList({ shifts, now_ms, onSelect, onOrder }: Props) {
  const say = useSay()
  const list = useRef<HTMLUListElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const place = (from: number, to: number): void => {
    const target = Math.min(shifts.length - 1, Math.max(0, to))
    if (!onOrder || target === from) return
    onOrder(movedEntry(shifts, from, target).map(({ id }) => id))
    setAnnouncement(say('dispatcher.shifts.moved', { place: target + 1, total: shifts.length }))
  }
  const keyDown = (event: KeyboardEvent, at: number): void => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0) return
    event.preventDefault()
    if (event.altKey) {
      place(at, at + step)
      // The row keeps the focus: it is the same element in another place.
      return
    }
    const next = list.current?.querySelectorAll<HTMLElement>('[data-row]')[at + step]
    next?.focus()
  }
  const down = (event: PointerEvent<HTMLElement>, from: number): void => {
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ from, startY: event.clientY, to: from, by: 0 })
  }
  const move = (event: PointerEvent<HTMLElement>): void => {
    if (!drag) return
    const by = event.clientY - drag.startY
    setDrag({ ...drag, by, to: Math.min(shifts.length - 1, Math.max(0, drag.from + Math.round(by / SHIFT_PX))) })
  }
  const up = (): void => {
    if (drag) place(drag.from, drag.to)
    setDrag(null)
  }
  const shiftOf = (at: number): number => {
    if (!drag) return 0
    if (at === drag.from) return drag.by
    if (drag.from < drag.to && at > drag.from && at <= drag.to) return -SHIFT_PX
    return drag.from > drag.to && at < drag.from && at >= drag.to ? SHIFT_PX : 0
  }
  return (
    <>
      <Box ref={list} component="ul" aria-label={say('dispatcher.shifts.title')} sx={LIST}>
        {shifts.map((shift, at) => (
          <ShiftRow
            key={shift.id}
            shift={shift}
            place={at + 1}
            now_ms={now_ms}
            by_px={shiftOf(at)}
            isDragged={drag?.from === at}
            onSelect={() => onSelect(shift.id_vehicle)}
            onKeyDown={(event) => keyDown(event, at)}
            handle={
              onOrder && {
                onPointerDown: (event) => down(event, at),
                onPointerMove: move,
                onPointerUp: up,
                onPointerCancel: () => setDrag(null),
              }
            }
          />
        ))}
      </Box>
      <Box role="status" sx={HIDDEN}>
        {announcement}
      </Box>
    </>
  )
}

const LIST = {
  m: 0,
  p: 0,
  listStyle: 'none',
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  scrollbarWidth: 'thin',
  position: 'relative',
} as const
const HIDDEN = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clip: 'rect(0 0 0 0)' } as const
