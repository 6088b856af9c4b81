import { dateTimeText } from '../../ui/show/date-text'
import { useSpanText, type DateSpan } from '../../ui/inputs/date-span'
import { LateDateBox, LateDateRange } from '../../ui/inputs/late-dates'
import type { CellProps, FieldView, FilterProps, FilterTextProps, InputProps } from '../../ui/field-view'
import { rangeBounds } from '../../ui/inputs/RangeFilter'
import { useDisplayStyle } from '../../ui/show/style'
import { textOf } from '../../ui/inputs/TextBox'
import { addDays, instantOf, wallTime } from '../../model/values/zone-time'
import type { Json } from '../../model/json'

export const datetimeView: FieldView = {
  align: 'left',
  Cell: DateTimeCell,
  Input: DateTimeInput,
  Filter: DateTimeFilter,
  FilterText: DateTimeFilterText,
}

function DateTimeCell({ value }: CellProps) {
  const { zone } = useDisplayStyle()
  return <time dateTime={textOf(value)}>{dateTimeText(textOf(value), zone)}</time>
}

function DateTimeInput({ help, ...rest }: InputProps) {
  const { zone } = useDisplayStyle()
  const elsewhere = new Intl.DateTimeFormat().resolvedOptions().timeZone !== zone
  return <LateDateBox {...rest} kind="datetime" help={help ?? (elsewhere ? zone.replaceAll('_', ' ') : undefined)} />
}

/** Whole days on the clock of the display zone: from midnight of the first day until midnight after the last. */
const valueOf = ({ from, to }: DateSpan, zone: string): Json => {
  const gte = from && instantOf({ date: from, time: '00:00' }, zone)
  const lt = to && instantOf({ date: addDays(to, 1), time: '00:00' }, zone)
  return gte || lt ? { ...(gte ? { gte } : {}), ...(lt ? { lt } : {}) } : null
}

const spanOf = (value: Json, zone: string): DateSpan => {
  const { gte = null, lt = null } = rangeBounds(value)
  const end = lt && wallTime(textOf(lt), zone)
  return { from: (gte && wallTime(textOf(gte), zone)?.date) || null, to: end ? addDays(end.date, -1) : null }
}

function DateTimeFilter({ source, label, value, onChange, autoFocus }: FilterProps) {
  const { zone } = useDisplayStyle()
  return (
    <LateDateRange
      name={source}
      label={label}
      autoFocus={autoFocus}
      span={spanOf(value, zone)}
      onChange={(span) => onChange(valueOf(span, zone))}
    />
  )
}

function DateTimeFilterText({ value }: FilterTextProps) {
  return <>{useSpanText()(spanOf(value, useDisplayStyle().zone))}</>
}
