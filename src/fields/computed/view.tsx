import { NumberCell } from '../../ui/show/NumberCell'
import { TextBox, textOf } from '../../ui/inputs/TextBox'
import type { CellProps, FieldView, InputProps } from '../../ui/field-view'
import { moneyText, numberText } from '../../model/values/shown-number'
import { useDisplayStyle } from '../../ui/show/style'
import type { Field } from '../../model/field'

/** A value that the database computes: shown, never typed; a form has it as a box that cannot be changed. */
export const computedView: FieldView = {
  align: 'left',
  alignOf: (field) => (isRollup(field) ? 'right' : 'left'),
  Cell: ComputedCell,
  Input: ComputedInput,
  Filter: () => null,
}

const isMoney = ({ computed }: Field): boolean => computed?.kind === 'rollup' && computed.money === true
const isRollup = ({ computed }: Field): boolean => computed?.kind === 'rollup'

function ComputedCell(props: CellProps) {
  const style = useDisplayStyle()
  const { field, value } = props
  if (isMoney(field))
    return typeof value === 'number' || typeof value === 'string' ? <>{moneyText(value, style)}</> : null
  return isRollup(field) ? <NumberCell {...props} /> : <>{textOf(value)}</>
}

function ComputedInput({ field, value, ...rest }: InputProps) {
  const style = useDisplayStyle()
  const isNumber = isRollup(field) && (typeof value === 'number' || typeof value === 'string')
  return (
    <TextBox
      {...rest}
      required={false}
      disabled
      readOnly
      align={isNumber ? 'right' : 'left'}
      text={isNumber ? (isMoney(field) ? moneyText(value, style) : numberText(value, style)) : textOf(value)}
      onText={() => undefined}
    />
  )
}
