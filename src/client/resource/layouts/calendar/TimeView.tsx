import { useTranslate } from 'react-admin'
import { useEffect, useRef } from 'react'
import { wallTime } from '../../../../model/values/zone-time'
import { dateText, hourText } from '../../../../ui/show/date-text'
import { useDisplayStyle } from '../../../../ui/show/style'
import { Bar } from './Bar'
import { BAR_PX, HOUR_PX } from './CalendarRoot'
import { blocksOf, standsAboveHours, segmentsOf } from './entries'
import { DayCell, type DaysProps } from './MonthView'
import { weekdayName } from './period'

const HOURS = Array.from({ length: 24 }, (_hour, at) => at)
const SEVEN = 7
/** Of a week, more stand behind a number. */
const MAX_LANES = 4

/** Days side by side with their hours; what lasts a day or more stands above them. */
export function TimeView({ days, entries, counts, room, cursor, creates, onDay, onCreate }: DaysProps) {
  const translate = useTranslate()
  const { language } = useDisplayStyle()
  const first = useRef<HTMLDivElement>(null)
  const { zone, today } = room.style
  const whole = segmentsOf(entries.filter(standsAboveHours), days)
  const lanes = Math.min(days.length === 1 ? 99 : MAX_LANES, Math.max(0, ...whole.map(({ lane }) => lane + 1)))
  const timed = entries.filter((entry) => !standsAboveHours(entry))
  const blocks = days.map((day) => blocksOf(timed, day))
  const now = clockIn(zone ?? 'UTC')
  const seen = new Set<string>()
  const isOwn = (key: string): boolean => !seen.has(key) && Boolean(seen.add(key))
  // The night is rarely looked at.
  useEffect(() => {
    const box = first.current?.closest<HTMLElement>('[role=grid]')
    if (box) box.scrollTop = SEVEN * HOUR_PX
  }, [])
  return (
    <>
      <div role="row" className="row head">
        <span role="columnheader" aria-label={translate('calendar.hours')} />
        {days.map((day, at) => {
          const drawn =
            (blocks[at]?.filter(({ entry: { look } }) => look !== 'ghost').length ?? 0) +
            whole.filter(
              (one) => one.lane < lanes && one.at <= at && at < one.at + one.length && one.entry.look !== 'ghost',
            ).length
          const more = (counts[day] ?? 0) - drawn
          return (
            <span
              key={day}
              role="columnheader"
              data-today={day === today}
              style={{ position: 'relative', display: 'flex', gap: 4, alignItems: 'center' }}
            >
              {weekdayName(day, language, 'short')}
              <button
                type="button"
                className="number"
                style={{ position: 'static' }}
                tabIndex={-1}
                aria-label={translate('calendar.open_day', { day: dateText(day) })}
                onClick={() => onDay(day)}
              >
                {Number(day.slice(8))}
              </button>
              {more > 0 && (
                <button
                  type="button"
                  className="more"
                  style={{ position: 'static' }}
                  aria-label={translate('calendar.more', { smart_count: more, day: dateText(day) })}
                  onClick={() => onDay(day)}
                >
                  +{more}
                </button>
              )}
            </span>
          )
        })}
      </div>
      {lanes > 0 && (
        <div role="row" className="row whole" style={{ ['--whole-height' as string]: `${lanes * BAR_PX + 6}px` }}>
          <span role="rowheader" className="hour-name" style={{ transform: 'none', paddingTop: 5 }}>
            {translate('calendar.all_day')}
          </span>
          {days.map((day, at) => (
            <div key={day} role="gridcell" tabIndex={-1} className="cell" data-day={day} aria-label={dateText(day)}>
              {whole
                .filter((one) => one.at === at && one.lane < lanes)
                .map((one) => (
                  <Bar
                    key={one.entry.key}
                    entry={one.entry}
                    room={room}
                    isBegun={one.isBegun}
                    goesOn={one.goesOn}
                    isOwn={isOwn(one.entry.key)}
                    reached
                    place={{
                      top: 3 + one.lane * BAR_PX,
                      insetInlineStart: one.isBegun ? 0 : 3,
                      width: `calc(${one.length * 100}% + ${one.length - 1}px - ${(one.isBegun ? 0 : 3) + (one.goesOn ? 0 : 3)}px)`,
                    }}
                  />
                ))}
            </div>
          ))}
        </div>
      )}
      <div role="rowgroup" ref={first}>
        {HOURS.map((hour) => (
          <div key={hour} role="row" className="row">
            <span role="rowheader" className="hour-name">
              {hourText(hour)}
            </span>
            {days.map((day, at) => {
              const here = blocks[at]?.filter(({ from_min }) => Math.floor(from_min / 60) === hour) ?? []
              return (
                <DayCell
                  key={day}
                  day={day}
                  minute={hour * 60}
                  cursor={cursor}
                  creates={creates}
                  className="cell hour"
                  today={day === today}
                  count={here.filter(({ entry: { look } }) => look !== 'ghost').length}
                  onCreate={() => onCreate(day, hour * 60)}
                >
                  {day === now?.date && Number(now.time.slice(0, 2)) === hour && (
                    <span className="now" style={{ top: `${(Number(now.time.slice(3)) / 60) * 100}%` }} />
                  )}
                  {here.map(({ entry, from_min, to_min, at: place, of, isFirst }) => (
                    <Bar
                      key={entry.key}
                      entry={entry}
                      room={room}
                      block
                      low={to_min - from_min < 45}
                      isBegun={!isFirst}
                      goesOn={entry.span.to > day}
                      isOwn={isOwn(entry.key)}
                      reached={cursor.day === day && cursor.minute === hour * 60}
                      place={{
                        top: ((from_min % 60) / 60) * HOUR_PX,
                        height: ((to_min - from_min) / 60) * HOUR_PX - 2,
                        insetInlineStart: `calc(${(place / of) * 100}% + 1px)`,
                        width: `calc(${100 / of}% - 3px)`,
                      }}
                    />
                  ))}
                </DayCell>
              )
            })}
          </div>
        ))}
      </div>
    </>
  )
}

const clockIn = (zone: string) => wallTime(new Date().toISOString(), zone)
