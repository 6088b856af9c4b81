import Star from '@mui/icons-material/Star'
import Box from '@mui/material/Box'
import { useSay } from '#engine/ui'

/** The rating of a driver, of 5; nothing while there are no ratings. */
export function Rating({ average, count }: { average: number | null; count: number | null }) {
  const say = useSay()
  if (average === null || !count) return null
  return (
    <Box component="span" title={say('dispatcher.card.rating', { average, smart_count: count })} sx={RATING}>
      <Star aria-hidden sx={{ fontSize: 14, color: 'warning.main' }} />
      {average.toFixed(1)}
    </Box>
  )
}

const RATING = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2px',
  marginInlineStart: 1,
  color: 'text.secondary',
  fontSize: 12,
  lineHeight: '20px',
  verticalAlign: 'top',
} as const
