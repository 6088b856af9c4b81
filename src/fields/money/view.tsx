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

/** An amount that nobody types is written as everywhere: `1,787.50`. */
function MoneyInput(props: InputProps) {
  const style = useDisplayStyle()
  const { value } = props
  const closed = typeof value === 'number' ? moneyText(value, { ...style, coin: '' }) : undefined
  return <NumberBox {...props} coin={style.coin} closed={closed} />
}
