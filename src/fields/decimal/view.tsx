import type { FieldView } from '../../client/ui/field-view'
import { NumberBox } from '../../client/ui/NumberBox'
import { NumberCell } from '../../client/ui/NumberCell'
import { RangeFilter, RangeText } from '../../client/ui/RangeFilter'

export const decimalView: FieldView = {
  align: 'right',
  Cell: NumberCell,
  Input: NumberBox,
  Filter: RangeFilter,
  FilterText: RangeText,
}
