import type { FieldView } from '../../ui/field-view'
import { TextBox, textOf } from '../../ui/inputs/TextBox'
import { TextFilter } from '../../ui/inputs/TextFilter'

export const longtextView: FieldView = {
  align: 'left',
  wide: true,
  Cell: ({ value }) => <span style={{ whiteSpace: 'pre-line' }}>{textOf(value)}</span>,
  Input: ({ value, onChange, ...rest }) => (
    <TextBox {...rest} minRows={3} text={textOf(value)} onText={(text) => onChange(text === '' ? null : text)} />
  ),
  Filter: TextFilter,
}
