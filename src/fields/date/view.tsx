import { dateText } from '../../ui/show/date-text'
import { LateExpiry } from '../../ui/show/late-marks'
import { filterSpan, useSpanText } from '../../ui/inputs/date-span'
import { LateDateBox, LateDateRange } from '../../ui/inputs/late-dates'
import type { FieldView, FilterProps, FilterTextProps } from '../../ui/field-view'
import { textOf } from '../../ui/inputs/TextBox'

export const dateView: FieldView = {
  align: 'left',
  Cell: (props) =>
    props.field.schema['x-expires'] === undefined ? <>{dateText(textOf(props.value))}</> : <LateExpiry {...props} />,
  Input: (props) => <LateDateBox {...props} kind="date" />,
  Filter: DateFilter,
  FilterText: DateFilterText,
}

function DateFilter({ source, label, value, onChange, autoFocus }: FilterProps) {
  return (
    <LateDateRange
      name={source}
      label={label}
      autoFocus={autoFocus}
      span={filterSpan(value)}
      onChange={({ from, to }) =>
        onChange(from || to ? { ...(from ? { gte: from } : {}), ...(to ? { lte: to } : {}) } : null)
      }
    />
  )
}

function DateFilterText({ value }: FilterTextProps) {
  return <>{useSpanText()(filterSpan(value))}</>
}
