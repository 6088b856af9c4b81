import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import Link from '@mui/material/Link'
import type { CellProps, FieldView, InputProps } from '../../ui/field-view'
import { LateFileBox } from '../../ui/inputs/LateFileBox'
import { useSay } from '../../ui/show/style'
import { addressedFile, limitsOf } from '../../model/values/stored-file'
import { file } from './data'

export const fileView: FieldView = {
  align: 'left',
  leads: true,
  Cell: FileCell,
  Input: FileInput,
  // Cannot be filtered: the metadata check refuses it.
  Filter: () => null,
}

/** The file by its name, which opens or saves it. */
function FileCell({ value }: CellProps) {
  const stored = addressedFile(value)
  if (!stored || typeof value !== 'string') return null
  return (
    <Link
      href={value}
      target="_blank"
      rel="noopener noreferrer"
      color="inherit"
      underline="hover"
      title={stored.name}
      // In a list the row underneath opens the record.
      onClick={(event) => event.stopPropagation()}
      sx={{
        display: 'inline-block',
        maxWidth: 220,
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        verticalAlign: 'middle',
      }}
    >
      {stored.name}
    </Link>
  )
}

function FileInput(props: InputProps) {
  const say = useSay()
  return (
    <LateFileBox
      {...props}
      limits={limitsOf(props.field, file)}
      choose={say('field.file_choose')}
      renderPreview={(source) => (
        <FileIcon aria-hidden sx={{ flex: 'none', color: source ? 'primary.main' : 'text.disabled' }} />
      )}
    />
  )
}
