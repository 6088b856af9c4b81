import Link from '@mui/material/Link'
import type { CellProps, FieldView, InputProps } from '../../ui/field-view'
import { LateFileBox } from '../../ui/inputs/LateFileBox'
import { Picture } from '../../ui/show/Picture'
import { useSay } from '../../ui/show/style'
import { addressedFile, limitsOf } from '../../model/values/stored-file'
import { image } from './data'

/** Sides in pixels: of a row, a form, a record's page. */
const CELL = 28
const INPUT = 72
const FULL = 200

export const imageView: FieldView = {
  align: 'left',
  Cell: ({ value }) => <Thumbnail value={value} size={CELL} />,
  Full: ImageFull,
  Input: ImageInput,
  // Cannot be filtered: the metadata check refuses it.
  Filter: () => null,
}

function Thumbnail({ value, size, fit }: Pick<CellProps, 'value'> & { size: number; fit?: 'contain' }) {
  return (
    <Picture
      source={typeof value === 'string' ? value : null}
      name={addressedFile(value)?.name ?? ''}
      size={size}
      fit={fit}
    />
  )
}

/** The picture at page size; a click opens the original in a new tab. */
function ImageFull({ value }: CellProps) {
  if (typeof value !== 'string') return null
  return (
    <Link href={value} target="_blank" rel="noopener noreferrer" sx={{ display: 'inline-block', lineHeight: 0 }}>
      <Thumbnail value={value} size={FULL} fit="contain" />
    </Link>
  )
}

function ImageInput(props: InputProps) {
  const say = useSay()
  return (
    <LateFileBox
      {...props}
      limits={limitsOf(props.field, image)}
      choose={say('field.image_choose')}
      renderPreview={(source, name) => <Picture source={source} name={name} size={INPUT} />}
    />
  )
}
