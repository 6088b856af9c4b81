import type { FieldView } from '../../ui/field-view'
import { TextBox, textOf } from '../../ui/inputs/TextBox'
import { TextFilter } from '../../ui/inputs/TextFilter'

export const textView: FieldView = {
  align: 'left',
  plain: true,
  Cell: ({ value }) => <>{textOf(value)}</>,
  Input: ({ value, onChange, ...rest }) => (
    <TextBox {...rest} text={textOf(value)} onText={(text) => onChange(text === '' ? null : text)} />
  ),
  Filter: TextFilter,
}
