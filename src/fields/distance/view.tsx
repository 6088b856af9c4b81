import { NumberBox } from '../../ui/inputs/NumberBox'
import { NumberCell } from '../../ui/show/NumberCell'
import { RangeFilter, RangeText } from '../../ui/inputs/RangeFilter'
import type { FieldView } from '../../ui/field-view'
import { useDisplayStyle } from '../../ui/show/style'
import type { Field } from '../../model/field'
import { distanceUnit } from './data'

export const distanceView: FieldView = {
  align: 'right',
  Cell: (props) => <NumberCell {...props} unit={useUnit(props.field)} />,
  Input: (props) => <NumberBox {...props} unit={useUnit(props.field)} />,
  Filter: (props) => <RangeFilter {...props} label={`${props.label} (${useUnit(props.field)})`} />,
  FilterText: (props) => (
    <>
      <RangeText {...props} />
      {`\u00a0${useUnit(props.field)}`}
    </>
  ),
}

function useUnit(field: Field): string {
  const { distance_unit } = useDisplayStyle()
  return distanceUnit(field.schema) ?? distance_unit
}
