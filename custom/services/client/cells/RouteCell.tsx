import Box from '@mui/material/Box'
import { stringOf } from '#engine/model'
import type { CellProps } from '#engine/ui'
import { namedAddress } from '../place-name'

/** Where a service begins, and below it where it goes; all of both under the pointer. */
export default function RouteCell({ record }: CellProps) {
  const [from, to] = ['org', 'dst'].map((end) =>
    namedAddress(stringOf(record[`${end}_name`]), stringOf(record[`${end}_address`])),
  )
  return (
    <Box component="span" sx={BOX}>
      {[from, to].map(
        (place, at) =>
          place &&
          (place.name || place.rest) && (
            <Box component="span" key={at} title={[place.name, place.rest].filter(Boolean).join(', ')} sx={LINE}>
              {at === 1 && (
                <Box component="span" aria-hidden sx={{ color: 'text.secondary' }}>
                  →{' '}
                </Box>
              )}
              {place.name && (
                <Box component="span" sx={{ fontWeight: 500 }}>
                  {place.name}
                </Box>
              )}
              {place.name && place.rest && ' · '}
              {place.rest}
            </Box>
          ),
      )}
    </Box>
  )
}

const BOX = { display: 'block', py: '3px' } as const
const LINE = {
  display: 'block',
  lineHeight: '18px',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  'td &': { maxWidth: 180, whiteSpace: 'nowrap' },
} as const
