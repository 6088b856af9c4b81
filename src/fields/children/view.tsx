import { useChildRows } from '../../ui/inputs/child-rows'
import type { CellProps, FieldView, InputProps } from '../../ui/field-view'

/** Rows of another entity inside their parent: a grid in its form, a table on its page. */
export const childrenView: FieldView = {
  align: 'left',
  Cell: ChildrenCell,
  Input: ChildrenInput,
  Filter: () => null,
  leads: true,
  wide: true,
}

function ChildrenCell(props: CellProps) {
  const { Cell } = useChildRows()
  return <Cell {...props} />
}

function ChildrenInput(props: InputProps) {
  const { Input } = useChildRows()
  return <Input {...props} />
}
