import type { FieldView } from '../../ui/field-view'
import { NumberBox } from '../../ui/NumberBox'
import { NumberCell } from '../../ui/NumberCell'
import { RangeFilter, RangeText } from '../../ui/RangeFilter'

export const integerView: FieldView = {
  align: 'right',
  Cell: NumberCell,
  Input: (props) => <NumberBox {...props} integer />,
  Filter: RangeFilter,
  FilterText: RangeText,
}
