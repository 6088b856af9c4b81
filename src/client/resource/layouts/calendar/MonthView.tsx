import { useTranslate } from 'react-admin'
import type { ReactNode } from 'react'
import { dateText, hourText } from '../../../../ui/show/date-text'
import { useDisplayStyle } from '../../../../ui/show/style'
import { Bar, type BarRoom } from './Bar'
import { BAR_PX } from './CalendarRoot'
import { segmentsOf, type CalendarEntry, type Segment } from './entries'
import { weekdayName } from './period'
import type { CellCursor } from './use-cursor'

export interface DaysProps {
  readonly days: readonly string[]
  readonly entries: readonly CalendarEntry[]
  readonly counts: { readonly [day: string]: number }
  readonly room: BarRoom
  readonly cursor: CellCursor
  readonly creates: boolean
  readonly onDay: (day: string) => void
  /** Null: nobody may create here. */
  readonly onCreate: (day: string, minute: number) => void
}

interface MonthViewProps extends DaysProps {
  /** Bars of a day before the rest is only counted. */
  readonly lanes: number
  readonly isOwn: (day: string) => boolean
}

/** Weeks one below the other, a cell for each day, bars over as many as they last. */
export function MonthView({ days, lanes, ...more }: MonthViewProps) {
  const { language } = useDisplayStyle()
  const weeks = Array.from({ length: days.length / 7 }, (_week, at) => days.slice(at * 7, at * 7 + 7))
  const seen = new Set<CalendarEntry['key']>()
  return (
    <>
      <div role="row" className="row head">
        {weeks[0]?.map((day) => (
          <span key={day} role="columnheader">
            {weekdayName(day, language, 'short')}
          </span>
        ))}
      </div>
      {weeks.map((week) => {
        const segments = segmentsOf(more.entries, week)
        const shown = segments.filter(({ lane }) => lane < lanes)
        const own = new Set(shown.filter(({ entry: { key } }) => !seen.has(key)).map(({ entry: { key } }) => key))
        for (const key of own) seen.add(key)
        return <Week key={week[0]} {...more} days={week} lanes={lanes} segments={shown} own={own} />
      })}
    </>
  )
}

interface WeekProps extends MonthViewProps {
  readonly segments: readonly Segment[]
  readonly own: ReadonlySet<string>
}

function Week({ days, segments, own, lanes, counts, room, cursor, creates, isOwn, onDay, onCreate }: WeekProps) {
  const translate = useTranslate()
  const { language } = useDisplayStyle()
  const used = Math.min(lanes, Math.max(0, ...segments.map(({ lane }) => lane + 1)))
  return (
    <div role="row" className="row week">
      {days.map((day, at) => {
        const count = counts[day] ?? 0
        const drawn = segments.filter(
          (one) => one.at <= at && at < one.at + one.length && one.entry.look !== 'ghost',
        ).length
        return (
          <DayCell
            key={day}
            day={day}
            count={count}
            cursor={cursor}
            creates={creates}
            beside={!isOwn(day)}
            today={day === room.style.today}
            onCreate={() => onCreate(day, NINE)}
          >
            <button
              type="button"
              className="number"
              tabIndex={-1}
              aria-label={translate('calendar.open_day', { day: dateText(day) })}
              onClick={(event) => {
                event.stopPropagation()
                onDay(day)
              }}
            >
              {Number(day.slice(8)) === 1 ? `1 ${monthName(day, language)}` : Number(day.slice(8))}
            </button>
            {segments
              .filter((one) => one.at === at)
              .map((one) => (
                <Bar
                  key={one.entry.key}
                  entry={one.entry}
                  room={room}
                  isBegun={one.isBegun}
                  goesOn={one.goesOn}
                  isOwn={own.has(one.entry.key)}
                  reached={cursor.day === day}
                  place={{
                    top: 30 + one.lane * BAR_PX,
                    insetInlineStart: one.isBegun ? 0 : 4,
                    width: `calc(${one.length * 100}% + ${one.length - 1}px - ${(one.isBegun ? 0 : 4) + (one.goesOn ? 0 : 4)}px)`,
                  }}
                />
              ))}
            {count > drawn && (
              <button
                type="button"
                className="more"
                tabIndex={cursor.day === day ? 0 : -1}
                style={{ top: 30 + used * BAR_PX }}
                aria-label={translate('calendar.more', { smart_count: count - drawn, day: dateText(day) })}
                onClick={(event) => {
                  event.stopPropagation()
                  onDay(day)
                }}
              >
                +{count - drawn}
              </button>
            )}
          </DayCell>
        )
      })}
    </div>
  )
}

const NINE = 540

const monthName = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** A day, or an hour of one, that the arrows lead to and a new record begins in. */
export function DayCell({
  day,
  minute,
  count,
  cursor,
  creates,
  beside = false,
  today = false,
  className = 'cell',
  onCreate,
  children,
}: {
  day: string
  minute?: number
  count: number
  cursor: CellCursor
  creates: boolean
  beside?: boolean
  today?: boolean
  className?: string
  onCreate: () => void
  children?: ReactNode
}) {
  const translate = useTranslate()
  const here = cursor.day === day && (minute === undefined || cursor.minute === minute)
  const name = minute === undefined ? dateText(day) : `${dateText(day)} ${hourText(Math.floor(minute / 60))}`
  return (
    <div
      role="gridcell"
      className={className}
      tabIndex={here ? 0 : -1}
      data-day={day}
      data-minute={minute}
      data-beside={beside}
      data-today={today}
      data-creates={creates}
      aria-current={today ? 'date' : undefined}
      aria-selected={here}
      aria-label={`${name}, ${translate('calendar.count', { smart_count: count })}`}
      onKeyDown={cursor.onKeyDown}
      onFocus={() => cursor.set(day, minute)}
      onClick={(event) => {
        cursor.set(day, minute)
        if (creates && event.target === event.currentTarget) onCreate()
      }}
    >
      {children}
    </div>
  )
}
