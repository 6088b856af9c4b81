import type { FieldView } from '../../client/ui/field-view'
import { TextBox, textOf } from '../../client/ui/TextBox'
import { TextFilter } from '../../client/ui/TextFilter'

export const longtextView: FieldView = {
  align: 'left',
  wide: true,
  Cell: ({ value }) => <span style={{ whiteSpace: 'pre-line' }}>{textOf(value)}</span>,
  Input: ({ value, onChange, ...rest }) => (
    <TextBox {...rest} minRows={3} text={textOf(value)} onText={(text) => onChange(text === '' ? null : text)} />
  ),
  Filter: TextFilter,
}
