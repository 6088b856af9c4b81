import type { FieldView } from '../../ui/field-view'
import { NumberBox } from '../../ui/inputs/NumberBox'
import { NumberCell } from '../../ui/show/NumberCell'
import { RangeFilter, RangeText } from '../../ui/inputs/RangeFilter'

export const decimalView: FieldView = {
  align: 'right',
  Cell: NumberCell,
  Input: NumberBox,
  Filter: RangeFilter,
  FilterText: RangeText,
}
