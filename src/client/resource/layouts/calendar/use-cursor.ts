import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { JsonObject } from '../../../../model/json'
import { addDays, addMonths } from '../../../../model/values/zone-time'
import { periodDays, weekOf, type CalendarPeriod } from './period'
import type { CalendarStyle } from './use-calendar'
import type { Moving } from './use-moving'

/** The cell of a calendar that the keys are at. */
export interface CellCursor {
  readonly day: string
  /** The beginning of its hour, where the calendar has hours. */
  readonly minute: number
  readonly set: (day: string, minute?: number) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

interface Walk {
  readonly period: CalendarPeriod
  readonly go: (period: CalendarPeriod) => void
  readonly style: CalendarStyle
  /** The cells are hours. */
  readonly hours: boolean
  readonly moving: Moving
  readonly recordOf: (id: string) => JsonObject | undefined
  /** Enter on a cell that has the focus. */
  readonly enter: (day: string, minute: number) => void
}

const HOUR_MIN = 60
const LAST_MIN = 23 * HOUR_MIN

/**
 * The keys of a calendar, as a grid has them: arrows walk over days (and hours), also with a record that was picked up.
 */
export function useCursor(
  frame: RefObject<HTMLElement | null>,
  { period, go, style, hours, moving, recordOf, enter }: Walk,
): CellCursor {
  const [at, setAt] = useState<{ day: string; minute: number }>({ day: startOf(period, style), minute: 9 * HOUR_MIN })
  const wanted = useRef(false)
  const span = periodDays(period, style.first)
  // The period was changed from elsewhere.
  const isIn = at.day >= span.from && at.day <= span.to
  const day = isIn ? at.day : startOf(period, style)
  const here = { day, minute: at.minute }
  useEffect(() => {
    // A day of another period has the focus once that is shown.
    if (!wanted.current || !isIn) return
    wanted.current = false
    const box = frame.current
    const cell = box?.querySelector<HTMLElement>(
      hours ? `[data-day="${day}"][data-minute="${here.minute}"]` : `[role=gridcell][data-day="${day}"]`,
    )
    cell?.focus()
    cell?.scrollIntoView({ block: 'nearest' })
  })
  const walk = (next: string, minute = here.minute) => {
    wanted.current = true
    setAt({ day: next, minute })
    if (next < span.from || next > span.to) go({ mode: period.mode, day: next })
  }
  const onMoving = (event: KeyboardEvent): boolean => {
    const { key, shiftKey } = event
    const edge = shiftKey ? ('end' as const) : ('both' as const)
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const steps: { readonly [key: string]: () => void } = {
      ArrowRight: () => moving.step({ days: rtl ? -1 : 1, minutes: 0, edge }),
      ArrowLeft: () => moving.step({ days: rtl ? 1 : -1, minutes: 0, edge }),
      ArrowDown: () => moving.step(hours ? { days: 0, minutes: 30, edge } : { days: 7, minutes: 0, edge }),
      ArrowUp: () => moving.step(hours ? { days: 0, minutes: -30, edge } : { days: -7, minutes: 0, edge }),
      Enter: () => void moving.drop(),
      ' ': () => void moving.drop(),
      Escape: moving.cancel,
    }
    steps[key]?.()
    return key in steps
  }
  const onCell = (event: KeyboardEvent): boolean => {
    const { key, target, currentTarget } = event
    const rtl = getComputedStyle(currentTarget).direction === 'rtl'
    const week = weekOf(day, style.first)
    const steps: { readonly [key: string]: () => void } = {
      ArrowRight: () => walk(addDays(day, rtl ? -1 : 1)),
      ArrowLeft: () => walk(addDays(day, rtl ? 1 : -1)),
      ArrowDown: () => (hours ? walk(day, Math.min(LAST_MIN, here.minute + HOUR_MIN)) : walk(addDays(day, 7))),
      ArrowUp: () => (hours ? walk(day, Math.max(0, here.minute - HOUR_MIN)) : walk(addDays(day, -7))),
      Home: () => walk(week),
      End: () => walk(addDays(week, 6)),
      PageDown: () => walk(period.mode === 'month' ? addMonths(day, 1) : addDays(day, period.mode === 'week' ? 7 : 1)),
      PageUp: () => walk(period.mode === 'month' ? addMonths(day, -1) : addDays(day, period.mode === 'week' ? -7 : -1)),
    }
    const cell = target instanceof HTMLElement && target.getAttribute('role') === 'gridcell'
    if (key === 'Enter' && cell) enter(day, here.minute)
    else if (key === 'Escape' && !cell) walk(day)
    else if (steps[key]) steps[key]()
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const picked = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-picks]') : null
    const record = event.key === ' ' && picked ? recordOf(picked.dataset['picks'] ?? '') : undefined
    const taken =
      moving.moved?.by === 'keys' ? onMoving(event) : record ? (moving.begin(record, 'keys'), true) : onCell(event)
    if (!taken) return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    ...here,
    onKeyDown,
    set: (next, minute = here.minute) => {
      if (next !== at.day || minute !== at.minute) setAt({ day: next, minute })
    },
  }
}

/** Where the keys begin: today, where it is shown. */
function startOf(period: CalendarPeriod, { today, first }: CalendarStyle): string {
  const { from, to } = periodDays(period, first)
  const isShown = today >= from && today <= to
  return isShown && (period.mode !== 'month' || today.slice(0, 7) === period.day.slice(0, 7))
    ? today
    : period.mode === 'week'
      ? from
      : period.day
}
