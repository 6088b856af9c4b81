import Link from '@mui/material/Link'
import type { CellProps, FieldView } from '../../ui/field-view'
import { TextBox, textOf } from '../../ui/inputs/TextBox'
import { TextFilter } from '../../ui/inputs/TextFilter'
import { isWebUrl } from './data'

export const urlView: FieldView = {
  align: 'left',
  leads: true,
  Cell: UrlCell,
  Input: ({ value, onChange, ...rest }) => (
    <TextBox
      {...rest}
      type="text"
      inputMode="url"
      text={textOf(value)}
      onText={(text) => onChange(text === '' ? null : text)}
    />
  ),
  Filter: TextFilter,
}

/** A link out of the console; a value that is not a web address (a row written by other means) stays plain text. */
function UrlCell({ value }: CellProps) {
  const text = textOf(value)
  const short = text.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
  if (!isWebUrl(text)) return <>{text}</>
  return (
    <Link
      href={text}
      target="_blank"
      rel="noopener noreferrer"
      color="inherit"
      underline="hover"
      title={text}
      // In a list the row underneath opens the record.
      onClick={(event) => event.stopPropagation()}
      sx={{ overflowWrap: 'anywhere' }}
    >
      {short}
    </Link>
  )
}
