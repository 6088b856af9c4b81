import type { FieldView } from '../../client/ui/field-view'
import { TextBox, textOf } from '../../client/ui/TextBox'
import { TextFilter } from '../../client/ui/TextFilter'

export const textView: FieldView = {
  align: 'left',
  plain: true,
  Cell: ({ value }) => <>{textOf(value)}</>,
  Input: ({ value, onChange, ...rest }) => (
    <TextBox {...rest} text={textOf(value)} onText={(text) => onChange(text === '' ? null : text)} />
  ),
  Filter: TextFilter,
}
