import { DateBox } from '../../ui/inputs/DateBox'
import { dateText } from '../../ui/show/date-text'
import { DateRange, spanOf, useSpanText } from '../../ui/inputs/DateRange'
import type { FieldView, FilterProps, FilterTextProps } from '../../ui/field-view'
import { textOf } from '../../ui/inputs/TextBox'

export const dateView: FieldView = {
  align: 'left',
  Cell: ({ value }) => <>{dateText(textOf(value))}</>,
  Input: (props) => <DateBox {...props} kind="date" />,
  Filter: DateFilter,
  FilterText: DateFilterText,
}

function DateFilter({ source, label, value, onChange, autoFocus }: FilterProps) {
  return (
    <DateRange
      name={source} label={label} autoFocus={autoFocus} span={spanOf(value)}
      onChange={({ from, to }) => onChange(from || to ? { ...(from ? { gte: from } : {}), ...(to ? { lte: to } : {}) } : null)}
    />
  )
}

function DateFilterText({ value }: FilterTextProps) {
  return <>{useSpanText()(spanOf(value))}</>
}
