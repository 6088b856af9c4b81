import Skeleton from '@mui/material/Skeleton'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { useEvent, useTranslate } from 'react-admin'
import { useEffect, useId, useMemo, useRef } from 'react'
import { FailedAlert } from '../../../console/FailedAlert'
import { FailedNotice } from '../../../console/FailedNotice'
import type { JsonObject } from '../../../../model/json'
import { isWritable } from '../../../../model/canonical'
import { HIDDEN } from '../../../../ui/show/hidden-text'
import { LiveText } from '../../../../ui/show/LiveText'
import { allCells } from '../../form/form-fields'
import { useCardMenu } from '../../list/RecordCard'
import { useScope } from '../../scope'
import { useScreen } from '../../screen'
import { useCardKeys } from '../card-keys'
import type { LayoutProps } from '../layouts'
import { AgendaView } from './AgendaView'
import type { BarRoom } from './Bar'
import { CalendarBar } from './CalendarBar'
import { BAR_PX, CalendarRoot } from './CalendarRoot'
import { entryOf, type CalendarEntry } from './entries'
import { MonthStrip } from './MonthStrip'
import { MonthView } from './MonthView'
import { isOfMonth, periodDays } from './period'
import { beginningAt } from './shift'
import { TimeView } from './TimeView'
import { useCalendar, useCalendarStyle, usePeriod } from './use-calendar'
import { useCursor } from './use-cursor'
import { useDrag } from './use-drag'
import { useMoving, type Moving } from './use-moving'

const LANES = 3
const WEEK_LANES = 24
const NO_COUNTS: { readonly [day: string]: number } = {}

/** The rows by their days: a month, a week, a day, or what comes one after the other. */
export default function CalendarLayout({ layout, choice }: LayoutProps<'calendar'>) {
  const translate = useTranslate()
  const { entity, resource, title, mayCreate } = useScope()
  const screen = useScreen()
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const style = useCalendarStyle(layout)
  const [period, go] = usePeriod(style.today, phone)
  const { answer, failure, busy, refetch, days, perDay } = useCalendar(period, style, phone)
  const moving = useMoving(style)
  const { standing } = moving
  const rows = useMemo(() => (answer?.items ?? []).map(standing), [answer, standing])
  const frame = useCardKeys<HTMLDivElement>()
  const drag = useDrag(frame, moving)
  const hint = useId()
  const entries = useEntries(rows, style, moving)
  const { open, menu } = useCardMenu(rows)

  const start = entity.fields[layout.from]
  const creates =
    mayCreate &&
    screen.begin !== undefined &&
    start !== undefined &&
    isWritable(start) &&
    allCells(resource.form.rows).some(({ f }) => f === layout.from)
  const create = (day: string, minute: number) => screen.begin?.(beginningAt(layout, style.zone, day, minute))
  const openDay = (day: string) => go({ mode: phone ? 'agenda' : 'day', day })
  const counts = answer?.days ?? NO_COUNTS
  const hours = style.zone !== null && (period.mode === 'week' || period.mode === 'day')
  const cursor = useCursor(frame, {
    period,
    go,
    style,
    hours,
    moving,
    recordOf: (id) => rows.find((row) => String(row['id']) === id),
    enter: (day, minute) => {
      if (!hours && (counts[day] ?? 0) > 0) openDay(day)
      else if (creates) create(day, minute)
    },
  })
  useFollow(frame, moving, period, go, style)
  const { mayMove, hasEnd } = moving
  const { grab, wasDrag } = drag
  const showMenu = useEvent(open)
  const room = useMemo<BarRoom>(() => {
    const state = choice.shown.find((column) => column.badge || column.f === 'state')
    return { style, colour: state?.field, facts: style.layout.card, mayMove, hasEnd, grab, wasDrag, onMenu: showMenu }
  }, [style, choice, mayMove, hasEnd, grab, wasDrag, showMenu])
  const listed = period.mode === 'agenda' || (period.mode === 'day' && !hours)
  const shared = { entries, counts, room, cursor, creates, onDay: openDay, onCreate: create }
  return (
    <>
      <CalendarBar period={period} go={go} style={style} page={answer} phone={phone} />
      {failure !== null && answer !== null && <FailedAlert failure={failure} onRetry={() => void refetch()} />}
      {phone && period.mode === 'agenda' && (
        <MonthStrip
          days={days}
          counts={counts}
          day={period.day}
          today={style.today}
          onDay={(day) => go({ mode: 'agenda', day })}
        />
      )}
      {answer === null && failure === null && <Skeleton variant="rectangular" height={420} />}
      {answer === null && failure !== null && (
        <FailedNotice title={translate('list.error')} failure={failure} busy={busy} onRetry={() => void refetch()} />
      )}
      {answer !== null && listed && (
        <AgendaView
          days={period.mode === 'day' ? [period.day] : days.filter((day) => day >= period.day)}
          entries={entries.filter(({ look }) => look !== 'ghost')}
          counts={counts}
          perDay={perDay}
          style={style}
          choice={choice}
          frame={frame}
          onDay={(day) => go({ mode: 'day', day })}
          onCreate={creates ? (day) => create(day, 540) : undefined}
          onMenu={open}
        />
      )}
      {answer !== null && !listed && (
        <CalendarRoot
          ref={frame}
          role="grid"
          tabIndex={-1}
          aria-label={title}
          aria-busy={busy}
          aria-describedby={hint}
          onKeyDown={cursor.onKeyDown}
          style={{
            ['--columns' as string]: hours
              ? `66px repeat(${period.mode === 'day' ? 1 : 7}, minmax(0, 1fr))`
              : 'repeat(7, minmax(0, 1fr))',
            ['--least' as string]: period.mode === 'day' ? '0' : '640px',
            ['--week-height' as string]: `${period.mode === 'week' ? 420 : 34 + (LANES + 1) * BAR_PX}px`,
          }}
        >
          {hours ? (
            <TimeView {...shared} days={period.mode === 'day' ? [period.day] : days} />
          ) : (
            <MonthView
              {...shared}
              days={days}
              lanes={period.mode === 'week' ? WEEK_LANES : LANES}
              isOwn={(day) => period.mode !== 'month' || isOfMonth(day, period)}
            />
          )}
        </CalendarRoot>
      )}
      <p id={hint} style={HIDDEN}>
        {translate(hours ? 'calendar.hint_hours' : 'calendar.hint')}
      </p>
      <LiveText text={moving.announcement} />
      {menu}
      {moving.dialog}
    </>
  )
}

/** The records as they stand; one that is moved is fainter where it was, and there where it would go. */
function useEntries(
  rows: readonly JsonObject[],
  style: ReturnType<typeof useCalendarStyle>,
  { moved }: Moving,
): readonly CalendarEntry[] {
  const { layout, zone } = style
  const there = useMemo(() => rows.flatMap((row) => entryOf(row, layout, zone) ?? []), [rows, layout, zone])
  return useMemo(() => {
    if (!moved) return there
    const ghost = entryOf(moved.now, layout, zone, 'ghost')
    return [
      ...there.map((entry): CalendarEntry => (entry.id === moved.record['id'] ? { ...entry, look: 'left' } : entry)),
      ...(ghost ? [ghost] : []),
    ]
  }, [there, moved, layout, zone])
}

/** Goes along with a record that the keys move to days that are not shown, and keeps the focus with it. */
function useFollow(
  frame: { readonly current: HTMLElement | null },
  { moved }: Moving,
  period: ReturnType<typeof usePeriod>[0],
  go: ReturnType<typeof usePeriod>[1],
  style: ReturnType<typeof useCalendarStyle>,
): void {
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (moved?.by === 'keys') {
      last.current = String(moved.record['id'])
      const day = entryOf(moved.now, style.layout, style.zone)?.span.from ?? period.day
      const { from, to } = periodDays(period, style.first)
      if (day < from || day > to) go({ mode: period.mode, day })
      else if (!frame.current?.contains(document.activeElement)) frame.current?.focus()
      return
    }
    // Dropped or put back: its bar, which may stand elsewhere now.
    if (last.current === null) return
    const bar = frame.current?.querySelector<HTMLElement>(`[data-picks="${CSS.escape(last.current)}"]`)
    const isFree = document.activeElement === document.body || document.activeElement === frame.current
    if (bar && isFree) bar.focus()
    if (bar && document.activeElement === bar) last.current = null
  })
}
