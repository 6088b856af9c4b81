import type { CellProps, FieldView, InputProps } from '../../client/ui/field-view'
import { moneyText } from '../../client/ui/number-text'
import { NumberBox } from '../../client/ui/NumberBox'
import { RangeFilter, RangeText } from '../../client/ui/RangeFilter'
import { useDisplayStyle } from '../../client/ui/style'

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
