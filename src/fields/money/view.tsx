import type { CellProps, FieldView, InputProps } from '../../ui/field-view'
import { moneyText } from '../../model/values/shown-number'
import { NumberBox } from '../../ui/inputs/NumberBox'
import { RangeFilter, RangeText } from '../../ui/inputs/RangeFilter'
import { useDisplayStyle } from '../../ui/show/style'

export const moneyView: FieldView = {
  align: 'right',
  Cell: MoneyCell,
  Input: MoneyInput,
  Filter: RangeFilter,
  FilterText: RangeText,
}

function MoneyCell({ value }: CellProps) {
  const style = useDisplayStyle()
  return typeof value === 'number' || typeof value === 'string' ? <>{moneyText(value, style)}</> : null
}

function MoneyInput(props: InputProps) {
  return <NumberBox {...props} coin={useDisplayStyle().coin} />
}
