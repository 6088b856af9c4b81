import { useListContext, useLocation, useNavigate } from 'react-admin'
import { useCallback, useMemo, useState } from 'react'
import { fieldTypes } from '../../../../fields/data'
import { eachDay, type CalendarLayout } from '../../../../model/calendar-days'
import { typeOf } from '../../../../model/canonical'
import type { JsonObject } from '../../../../model/json'
import { todayIn } from '../../../../model/values/zone-time'
import { useDisplayStyle } from '../../../../ui/show/style'
import { useConsole } from '../../../console/console'
import { useProvider, type CalendarPage } from '../../../console/provider'
import { useLooks } from '../../list/list-look'
import { PLACE_PARAM } from '../../list/url-params'
import { useScope } from '../../scope'
import { useLayoutRows, type LayoutAnswer } from '../use-layout-rows'
import { firstOfWeek, readPeriod, periodDays, writePeriod, type CalendarMode, type CalendarPeriod } from './period'

/** How a calendar of one catalogue reckons. */
export interface CalendarStyle {
  readonly layout: CalendarLayout
  /** Of moments; null: the fields are calendar dates. */
  readonly zone: string | null
  readonly today: string
  readonly language: string
  /** 1 Monday … 7 Sunday. */
  readonly first: number
}

export function useCalendarStyle(layout: CalendarLayout): CalendarStyle {
  const { entity } = useScope()
  const { config } = useConsole()
  const { zone, language } = useDisplayStyle()
  const field = entity.fields[layout.from]
  const isMoment = field !== undefined && typeOf(field, fieldTypes).isMoment === true
  const first = firstOfWeek(language, config['week_start'])
  const today = todayIn(zone)
  return useMemo(
    () => ({ layout, zone: isMoment ? zone : null, today, language, first }),
    [layout, isMoment, zone, today, language, first],
  )
}

/** The period that is shown: that of the address, or in a list inside another page one of its own. */
export function usePeriod(today: string, phone: boolean): readonly [CalendarPeriod, (period: CalendarPeriod) => void] {
  const { saves } = useLooks()
  const { search } = useLocation()
  const navigate = useNavigate()
  const [own, setOwn] = useState<CalendarPeriod | null>(null)
  const written = saves ? new URLSearchParams(search).get(PLACE_PARAM) : own && writePeriod(own)
  const period = useMemo(
    () => onScreen(readPeriod(written) ?? { mode: 'month', day: today }, today, phone),
    [written, today, phone],
  )
  const go = useCallback(
    (next: CalendarPeriod) => {
      if (!saves) return setOwn(next)
      const params = new URLSearchParams(search)
      params.set(PLACE_PARAM, writePeriod(next))
      navigate({ search: `?${params}` })
    },
    [saves, search, navigate],
  )
  return [period, go]
}

/** A narrow screen has no room for seven days side by side: it lists them. */
function onScreen(period: CalendarPeriod, today: string, phone: boolean): CalendarPeriod {
  if (!phone || period.mode === 'day' || period.mode === 'agenda') return period
  const isNow = period.mode === 'month' && period.day.slice(0, 7) === today.slice(0, 7)
  return { mode: 'agenda', day: isNow ? today : period.day }
}

/**
 * The days that are read for a period, and how many records of each. A narrow screen has the whole month above its
 * list.
 */
function askedFor(
  period: CalendarPeriod,
  { first, zone }: CalendarStyle,
  phone: boolean,
): { readonly days: readonly string[]; readonly perDay: number } {
  const span = periodDays(phone && period.mode === 'agenda' ? { mode: 'month', day: period.day } : period, first)
  const perDay: { readonly [mode in CalendarMode]: number } = {
    month: 8,
    week: zone === null ? 40 : 80,
    day: 500,
    agenda: 30,
  }
  return { days: eachDay(span), perDay: perDay[period.mode] }
}

interface Calendar extends LayoutAnswer<CalendarPage> {
  readonly days: readonly string[]
  readonly perDay: number
}

const rowsOf = ({ items, total }: CalendarPage) => ({ rows: items, total })

/** What stands on the days of a period, by the list's own filters. */
export function useCalendar(period: CalendarPeriod, style: CalendarStyle, phone: boolean): Calendar {
  const provider = useProvider()
  const { resource } = useScope()
  const { filterValues, filter: bound } = useListContext()
  const { days, perDay } = useMemo(() => askedFor(period, style, phone), [period, style, phone])
  const filter: JsonObject = { ...(filterValues as JsonObject), ...(bound as JsonObject | undefined) }
  const [from = '', to = ''] = [days[0], days.at(-1)]
  const answer = useLayoutRows(
    'calendar',
    { filter, from, to, perDay },
    (signal) => provider.calendar(resource.name, filter, { from, to, perDay }, { signal }),
    rowsOf,
  )
  return { ...answer, days, perDay }
}
