import Box from '@mui/material/Box'
import type { CellProps } from '#engine/ui'
import { namedAddress } from '../place-name'

/** Where a service begins or ends: what the place is called, else its address; all of it under the pointer. */
export default function PlaceCell({ field, value, record }: CellProps) {
  const said = record[field.name.replace('_address', '_name')]
  const { name, rest } = namedAddress(typeof said === 'string' ? said : '', typeof value === 'string' ? value : '')
  return (
    <Box component="span" title={[name, rest].filter(Boolean).join(', ')} sx={CUT}>
      {name && (
        <Box component="span" sx={{ fontWeight: 500 }}>
          {name}
        </Box>
      )}
      {name && rest && ' · '}
      {rest}
    </Box>
  )
}

// In a list only; a record's page has room.
const CUT = { 'td &': { display: 'block', maxWidth: 210, overflow: 'hidden', textOverflow: 'ellipsis' } } as const
