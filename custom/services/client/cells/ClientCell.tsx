import { stringOf } from '#engine/model'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type CellProps, LabelLink, useLookup, useSay } from '#engine/ui'

/** Who a service is for; of one that was booked for a guest, who gets in. */
export default function ClientCell({ field, value, record }: CellProps) {
  const say = useSay()
  const lookup = useLookup()
  const name = stringOf(record['id_client__label'])
  const guest = record['invited'] === 1 ? stringOf(record['invited_name']) : ''
  const href = typeof value === 'number' ? lookup.href?.(field, value, record) : null
  return (
    <Box component="span" sx={NAME}>
      <LabelLink to={href} label={name} />
      {guest && (
        <Typography
          component="span"
          variant="caption"
          sx={{ display: 'block', color: 'text.secondary', lineHeight: '15px' }}
        >
          {say('services.for_guest', { name: guest })}
        </Typography>
      )}
    </Box>
  )
}

// A list has no room for long names on one line.
const NAME = {
  'td &': { display: 'block', width: 'max-content', maxWidth: 150, whiteSpace: 'normal', lineHeight: '18px' },
} as const
