import InputAdornment from '@mui/material/InputAdornment'
import { useState } from 'react'
import { RangeFilter, RangeText } from '../../ui/inputs/RangeFilter'
import { TextBox } from '../../ui/inputs/TextBox'
import type { CellProps, FieldView, InputProps } from '../../ui/field-view'
import { useDisplayStyle, useSay } from '../../ui/show/style'
import type { Field } from '../../model/field'
import type { Json } from '../../model/json'
import { duration, durationText, durationUnit } from './data'

export const durationView: FieldView = {
  align: 'right',
  Cell: ({ field, value }) => <>{shown(field, value)}</>,
  Input: DurationInput,
  Filter: (props) => <RangeFilter {...props} label={`${props.label} (${durationUnit(props.field.schema)})`} />,
  FilterText: (props) => (
    <>
      <RangeText {...props} />
      {`\u00a0${durationUnit(props.field.schema)}`}
    </>
  ),
}

const shown = (field: Field, value: CellProps['value']): string =>
  value === null || !Number.isFinite(Number(value)) ? '' : durationText(Number(value), durationUnit(field.schema))

/** A number in the unit, or `1:30`; next to it how long that is, where the number alone is not clear at a glance. */
function DurationInput({ field, value, onChange, onBlur, help, ...rest }: InputProps) {
  const say = useSay()
  const style = useDisplayStyle()
  const asText = (json: Json): string => (json === null ? '' : String(json).replace('.', style.decimals_separator))
  const [typed, setTyped] = useState(() => asText(value))
  const [last, setLast] = useState(value)
  const unit = durationUnit(field.schema)
  const read = (text: string): Json => {
    const reading = duration.fromText(text, field, style)
    return 'value' in reading ? reading.value : text
  }
  if (value !== last) {
    setLast(value)
    if (read(typed) !== value) setTyped(asText(value))
  }
  const phrase = typeof value === 'number' ? durationText(value, unit) : ''
  const isPlain = phrase === '' || phrase === `${asText(value)}\u00a0${unit}`
  return (
    <TextBox
      {...rest}
      align="right"
      text={typed}
      help={help ?? say('field.duration_help')}
      onText={(text) => {
        setTyped(text)
        onChange(read(text))
      }}
      // What was typed as `1:30` is shown as a number in the unit after the input loses focus.
      onBlur={() => {
        if (typeof value === 'number') setTyped(asText(value))
        onBlur?.()
      }}
      after={<InputAdornment position="end">{isPlain ? unit : `${unit} = ${phrase}`}</InputAdornment>}
    />
  )
}
