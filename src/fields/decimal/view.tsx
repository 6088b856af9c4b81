import type { CellProps, FieldView } from '../../ui/field-view'
import { NumberBox } from '../../ui/inputs/NumberBox'
import { NumberCell } from '../../ui/show/NumberCell'
import { RangeFilter, RangeText } from '../../ui/inputs/RangeFilter'
import { LateStars } from '../../ui/show/late-marks'

/** The unit of an average of judgements. */
const STARS = '★'

export const decimalView: FieldView = {
  align: 'right',
  Cell: DecimalCell,
  Input: NumberBox,
  Filter: RangeFilter,
  FilterText: RangeText,
}

function DecimalCell(props: CellProps) {
  return props.field.schema['x-unit'] === STARS ? <LateStars {...props} /> : <NumberCell {...props} />
}
