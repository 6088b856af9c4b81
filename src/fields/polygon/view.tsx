import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import type { CellProps, FieldView, InputProps } from '../../client/ui/field-view'
import { RingOutline } from '../../client/ui/RingOutline'
import { useSay } from '../../client/ui/style'
import { TextBox } from '../../client/ui/TextBox'
import type { Json } from '../../model/json'
import { readRing } from '../../model/ring-text'
import { isRing, polygon } from './data'

export const polygonView: FieldView = {
  align: 'left',
  Cell: PolygonCell,
  Input: PolygonInput,
  // Cannot be filtered: the check of the metadata refuses it.
  Filter: () => null,
}

function PolygonCell({ value }: CellProps) {
  const say = useSay()
  return isRing(value) ? <RingOutline ring={value} label={say('field.vertices', { count: value.length })} /> : null
}

/** A place a line, latitude first, or GeoJSON; the outline of what is written stands beside it. */
function PolygonInput({ field, value, onChange, help, ...rest }: InputProps) {
  const say = useSay()
  const asText = (json: Json): string =>
    isRing(json) ? polygon.toText(json, field, { language: '', zone: '', decimal: '.' }).replaceAll('; ', '\n') : json === null ? '' : String(json)
  const read = (text: string): Json => {
    const ring = readRing(text)
    return ring === null ? null : polygon.canonical(ring, field)
  }
  const [typed, setTyped] = useState(() => asText(value))
  const [last, setLast] = useState(value)
  if (value !== last) {
    setLast(value)
    if (JSON.stringify(read(typed)) !== JSON.stringify(value)) setTyped(asText(value))
  }
  return (
    <Stack direction="row" spacing={2}>
      <TextBox
        {...rest}
        mono
        minRows={4}
        text={typed}
        help={help ?? say('field.polygon_help')}
        onText={(text) => { setTyped(text); onChange(read(text)) }}
      />
      {isRing(value) && value.length > 2 && (
        <Box sx={{ flex: 'none', pt: '22px', color: rest.error ? 'error.main' : 'primary.main' }}>
          <RingOutline ring={value} label={say('field.vertices', { count: value.length })} width={96} height={96} />
        </Box>
      )}
    </Stack>
  )
}
