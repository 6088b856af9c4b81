import type { FieldView } from '../../ui/field-view'
import { NumberBox } from '../../ui/inputs/NumberBox'
import { NumberCell } from '../../ui/show/NumberCell'
import { RangeFilter, RangeText } from '../../ui/inputs/RangeFilter'

export const percentView: FieldView = {
  align: 'right',
  Cell: (props) => <NumberCell {...props} unit="%" />,
  Input: (props) => <NumberBox {...props} unit="%" />,
  Filter: (props) => <RangeFilter {...props} label={`${props.label} (%)`} />,
  FilterText: (props) => (
    <>
      <RangeText {...props} />
      {'\u00a0'}%
    </>
  ),
}
