import Link from '@mui/material/Link'
import type { FieldView } from '../../ui/field-view'
import { TextBox, textOf } from '../../ui/inputs/TextBox'
import { TextFilter } from '../../ui/inputs/TextFilter'

export const phoneView: FieldView = {
  align: 'left',
  leads: true,
  Cell: ({ value }) => (
    <Link
      href={`tel:${textOf(value).replace(/[^\d+]/g, '')}`}
      color="inherit"
      underline="hover"
      sx={{ fontVariantNumeric: 'tabular-nums' }}
    >
      {textOf(value)}
    </Link>
  ),
  Input: ({ value, onChange, ...rest }) => (
    <TextBox
      {...rest}
      type="tel"
      inputMode="tel"
      text={textOf(value)}
      onText={(text) => onChange(text === '' ? null : text)}
    />
  ),
  Filter: TextFilter,
}
