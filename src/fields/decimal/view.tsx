import type { FieldView } from '../../ui/field-view'
import { NumberBox } from '../../ui/NumberBox'
import { NumberCell } from '../../ui/NumberCell'
import { RangeFilter, RangeText } from '../../ui/RangeFilter'

export const decimalView: FieldView = {
  align: 'right',
  Cell: NumberCell,
  Input: NumberBox,
  Filter: RangeFilter,
  FilterText: RangeText,
}
