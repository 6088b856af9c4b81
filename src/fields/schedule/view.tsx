import { Fragment } from 'react'
import { styled } from '@mui/material/styles'
import type { CellProps, FieldView } from '../../ui/field-view'
import { useDisplayStyle, useSay } from '../../ui/show/style'
import { endsNextDay, isWholeDay, sameDays, type Span } from '../../model/values/week'
import { dayName, longDayName } from '../../model/values/week-text'
import { spansOf } from './data'
import { lateInput } from '../../ui/inputs/late-input'
import { TextBox } from '../../ui/inputs/TextBox'

export const scheduleView: FieldView = {
  align: 'left',
  wide: true,
  Cell: ScheduleCell,
  Full: ScheduleFull,
  Input: lateInput(
    async () => (await import('./ScheduleInput')).ScheduleInput,
    (props) => <TextBox {...props} text="" autoFocus={false} onText={() => undefined} readOnly />,
  ),
  // Cannot be filtered: the metadata check refuses it.
  Filter: () => null,
}

/** `lun–vie 08:00–18:00 · sáb 09:00–13:00`. */
function ScheduleCell({ value }: CellProps) {
  const { language } = useDisplayStyle()
  const hours = useHours()
  const short = (days: readonly number[]): string => named(days, (day) => dayName(day, language))
  const groups = sameDays(spansOf(value)).map(({ days, spans }) => `${short(days)} ${spans.map(hours).join(', ')}`)
  return <span style={{ fontVariantNumeric: 'tabular-nums' }}>{groups.join(' · ')}</span>
}

/** A line for each run of days with the same hours. */
function ScheduleFull({ value }: CellProps) {
  const { language } = useDisplayStyle()
  const hours = useHours()
  return (
    <Table>
      {sameDays(spansOf(value)).map(({ days, spans }) => (
        <Fragment key={days[0]}>
          <span>{capital(named(days, (day) => longDayName(day, language)))}</span>
          <span>{spans.map(hours).join(', ')}</span>
        </Fragment>
      ))}
    </Table>
  )
}

function named(days: readonly number[], name: (day: number) => string): string {
  const [first = 0, last = 0] = [days[0], days.at(-1)]
  return days.length === 1 ? name(first) : `${name(first)}–${name(last)}`
}

/** `22:00–02:00 (día siguiente)`. */
function useHours(): (span: Span) => string {
  const say = useSay()
  return (span) => {
    if (isWholeDay(span)) return say('field.whole_day')
    return `${span.time_start}–${span.time_end}${endsNextDay(span) ? ` (${say('field.next_day')})` : ''}`
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const Table = styled('span')({
  display: 'inline-grid',
  gridTemplateColumns: 'max-content 1fr',
  columnGap: 16,
  rowGap: 2,
  fontVariantNumeric: 'tabular-nums',
})
