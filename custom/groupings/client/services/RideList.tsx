import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { AppLink, Badge } from '#engine/ui'
import type { GroupingService } from '../../model/grouping-wire'
import type { RouteWords } from '../route/route-words'
import { RideFacts } from './RideFacts'

/** The rides of a grouping. @param onRemove null: they stay */
export function RideList({
  rides,
  words,
  onRemove,
}: {
  rides: readonly GroupingService[]
  words: RouteWords
  onRemove: ((ride: GroupingService) => void) | null
}) {
  const { say } = words
  return (
    <Box component="ul" aria-label={say('groupings.rides')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {rides.map((ride) => {
        const who = [ride.cl_name, ride.cl_surname].filter(Boolean).join(' ')
        return (
          <Box
            component="li"
            key={ride.id}
            sx={{
              display: 'flex',
              gap: 1,
              px: 1.5,
              py: 1,
              borderBottom: 1,
              borderColor: 'divider',
              alignItems: 'center',
            }}
          >
            <Box sx={{ minWidth: 0, flex: 1 }}>
              <Box sx={{ fontSize: 14, fontWeight: 600 }}>
                <AppLink to={`/services/${ride.id}`}>#{ride.id}</AppLink> {who}{' '}
                <Badge color={ride.state_obj.color}>{ride.state_obj.name}</Badge>
              </Box>
              <RideFacts ride={ride} words={words} />
            </Box>
            {onRemove && ride.can_leave && ride.state !== 'canceled' && (
              <Button
                size="small"
                color="inherit"
                onClick={() => onRemove(ride)}
                aria-label={say('groupings.remove_of', { id: ride.id })}
              >
                {say('groupings.remove')}
              </Button>
            )}
          </Box>
        )
      })}
    </Box>
  )
}
