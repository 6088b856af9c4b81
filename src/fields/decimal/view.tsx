import type { CellProps, FieldView } from '../../ui/field-view'
import { NumberBox } from '../../ui/inputs/NumberBox'
import { NumberCell } from '../../ui/show/NumberCell'
import { RangeFilter, RangeText } from '../../ui/inputs/RangeFilter'
import { LateStars } from '../../ui/show/late-stars'

export const decimalView: FieldView = {
  align: 'right',
  Cell: (props: CellProps) => (props.field.schema['x-unit'] === '★' ? <LateStars {...props} /> : <NumberCell {...props} />),
  Input: NumberBox,
  Filter: RangeFilter,
  FilterText: RangeText,
}
