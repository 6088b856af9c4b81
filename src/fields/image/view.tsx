import Link from '@mui/material/Link'
import type { CellProps, FieldView, InputProps } from '../../ui/field-view'
import { LateFileBox } from '../../ui/inputs/LateFileBox'
import { Picture } from '../../ui/show/Picture'
import { useSay } from '../../ui/show/style'
import type { Field } from '../../model/field'
import { addressedFile, limitsOf } from '../../model/values/stored-file'
import { image } from './data'

/** Sides in pixels: of a row, and of a form and a record's page where the field's `x-pixels` says no other. */
const CELL = 28
const INPUT = 72
const FULL = 200

function sideOf({ schema }: Field, usual: number): number {
  const side = schema['x-pixels']
  return typeof side === 'number' ? side : usual
}

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
function ImageFull({ value, field }: CellProps) {
  if (typeof value !== 'string') return null
  return (
    <Link href={value} target="_blank" rel="noopener noreferrer" sx={{ display: 'inline-block', lineHeight: 0 }}>
      <Thumbnail value={value} size={sideOf(field, FULL)} fit="contain" />
    </Link>
  )
}

function ImageInput(props: InputProps) {
  const say = useSay()
  const side = sideOf(props.field, INPUT)
  // What is drawn in a size of its own is a mark, all of which is to be seen; any other is a small sign of a picture.
  const fit = side === INPUT ? 'cover' : 'contain'
  return (
    <LateFileBox
      {...props}
      limits={limitsOf(props.field, image)}
      choose={say('field.image_choose')}
      renderPreview={(source, name) => (
        <Picture source={source} name={name} size={source === null ? INPUT : side} fit={fit} />
      )}
    />
  )
}
