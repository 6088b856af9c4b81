import type { CellProps, FieldView, InputProps } from '../../ui/field-view'
import { useInnerValues } from '../../ui/inputs/inner-values'

/** Values of every type under one title: a group in the form, a list of facts on the record's page. */
export const objectView: FieldView = {
  align: 'left',
  Cell: ObjectCell,
  Input: ObjectInput,
  Filter: () => null,
  wide: true,
}

function ObjectCell(props: CellProps) {
  const { Cell } = useInnerValues()
  return <Cell {...props} />
}

function ObjectInput(props: InputProps) {
  const { Input } = useInnerValues()
  return <Input {...props} />
}
