import type { FieldView } from '../../client/ui/field-view'
import { NumberBox } from '../../client/ui/NumberBox'
import { NumberCell } from '../../client/ui/NumberCell'
import { RangeFilter, RangeText } from '../../client/ui/RangeFilter'

export const percentView: FieldView = {
  align: 'right',
  Cell: (props) => <NumberCell {...props} unit="%" />,
  Input: (props) => <NumberBox {...props} unit="%" />,
  Filter: (props) => <RangeFilter {...props} label={`${props.label} (%)`} />,
  FilterText: (props) => <><RangeText {...props} />{'\u00a0'}%</>,
}
