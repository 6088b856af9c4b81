import { useEvent } from 'react-admin'
import { useEffect, useRef, type PointerEvent, type RefObject } from 'react'
import type { JsonObject } from '../../../../model/json'
import { NO_SHIFT, type CalendarShift } from './shift'
import type { Moving } from './use-moving'
import { DAY_MS } from '../../../../model/values/zone-time'

const START_PX = 5
/** A finger that moves sooner scrolls. */
const HOLD_MS = 350
const STEP_MIN = 15

/** Where in the calendar a pointer is; null: beside the days. */
interface Spot {
  readonly day: string
  readonly minute: number | null
}

interface Dragging {
  readonly record: JsonObject
  readonly edge: CalendarShift['edge']
  readonly from: Spot
  readonly x: number
  readonly y: number
  readonly pointer: number
  begun: boolean
  timer?: ReturnType<typeof setTimeout>
}

export type Grab = (event: PointerEvent, record: JsonObject, edge: CalendarShift['edge']) => void

/**
 * Drags records over the days of a calendar: with the mouse after a few pixels, with a finger that rests first.
 * @returns what a bar calls when it is pressed, and whether the press that ends now was a drag and no click
 */
export function useDrag(
  frame: RefObject<HTMLElement | null>,
  moving: Moving,
): { readonly grab: Grab; readonly wasDrag: () => boolean } {
  const held = useRef<Dragging | null>(null)
  const dragged_ms = useRef(0)
  const begin = useEvent(() => {
    const drag = held.current
    if (!drag || drag.begun) return
    if (!moving.begin(drag.record, 'pointer')) held.current = null
    else drag.begun = true
  })
  const release = useEvent(() => {
    clearTimeout(held.current?.timer)
    held.current = null
  })
  const onMove = useEvent((event: globalThis.PointerEvent) => {
    const drag = held.current
    if (!drag || event.pointerId !== drag.pointer) return
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > START_PX
    if (!drag.begun && far) {
      if (drag.timer === undefined) begin()
      else release()
    }
    const spot = drag.begun ? spotAt(event.clientX, event.clientY) : null
    if (spot) moving.put(shiftBetween(drag.from, spot, drag.edge))
  })
  const onUp = useEvent((event: globalThis.PointerEvent) => {
    const drag = held.current
    if (!drag || event.pointerId !== drag.pointer) return
    release()
    if (!drag.begun) return
    dragged_ms.current = Date.now()
    void moving.drop()
  })
  const onCancel = useEvent(() => {
    const begun = held.current?.begun
    release()
    if (begun) moving.cancel()
  })
  const onKey = useEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !held.current?.begun) return
    event.preventDefault()
    event.stopPropagation()
    onCancel()
  })
  const onTouch = useEvent((event: TouchEvent) => {
    // Else the page would scroll below the finger, and end the drag.
    if (held.current?.begun) event.preventDefault()
  })
  useEffect(() => {
    const box = frame.current
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', onCancel)
    window.addEventListener('keydown', onKey, true)
    box?.addEventListener('touchmove', onTouch, { passive: false })
    return () => {
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', onCancel)
      window.removeEventListener('keydown', onKey, true)
      box?.removeEventListener('touchmove', onTouch)
    }
  }, [frame, onMove, onUp, onCancel, onKey, onTouch])
  const grab: Grab = useEvent((event: PointerEvent, record: JsonObject, edge: CalendarShift['edge']) => {
    if (event.button !== 0 || held.current) return
    const from = spotAt(event.clientX, event.clientY)
    if (!from) return
    held.current = {
      record,
      edge,
      from,
      x: event.clientX,
      y: event.clientY,
      pointer: event.pointerId,
      begun: false,
      ...(event.pointerType === 'touch' && { timer: setTimeout(begin, HOLD_MS) }),
    }
  })
  const wasDrag = useEvent(() => Date.now() - dragged_ms.current < 300)
  return { grab, wasDrag }
}

/** The day under a point, and in it the quarter of an hour where the calendar has hours. */
function spotAt(x: number, y: number): Spot | null {
  for (const element of document.elementsFromPoint(x, y)) {
    if (!(element instanceof HTMLElement) || element.dataset['day'] === undefined) continue
    const { minute } = element.dataset
    if (minute === undefined) return { day: element.dataset['day'], minute: null }
    const { top, height } = element.getBoundingClientRect()
    return { day: element.dataset['day'], minute: Number(minute) + ((y - top) / height) * 60 }
  }
  return null
}

function shiftBetween(from: Spot, to: Spot, edge: CalendarShift['edge']): CalendarShift {
  const days = Math.round((Date.parse(to.day) - Date.parse(from.day)) / DAY_MS)
  const minutes =
    from.minute === null || to.minute === null ? 0 : Math.round((to.minute - from.minute) / STEP_MIN) * STEP_MIN
  return { ...NO_SHIFT, days, minutes, edge }
}
