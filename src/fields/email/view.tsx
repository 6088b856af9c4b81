import Link from '@mui/material/Link'
import type { FieldView } from '../../ui/field-view'
import { TextBox, textOf } from '../../ui/inputs/TextBox'
import { TextFilter } from '../../ui/inputs/TextFilter'

export const emailView: FieldView = {
  align: 'left',
  leads: true,
  Cell: ({ value }) => (
    <Link href={`mailto:${encodeURIComponent(textOf(value))}`} color="inherit" underline="hover">
      {textOf(value)}
    </Link>
  ),
  Input: ({ value, onChange, ...rest }) => (
    <TextBox
      {...rest}
      type="text"
      inputMode="email"
      text={textOf(value)}
      onText={(text) => onChange(text === '' ? null : text)}
    />
  ),
  Filter: TextFilter,
}
