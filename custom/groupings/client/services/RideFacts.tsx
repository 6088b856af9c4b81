import Box from '@mui/material/Box'
import { dateTimeText, useDisplayStyle } from '#engine/ui'
import type { GroupingService } from '../../model/grouping-wire'
import type { RouteWords } from '../route/route-words'

type Told = Pick<GroupingService, 'date_scheduled' | 'capacity_1' | 'co_name' | 'org_address' | 'dst_address'>

/** Below who a ride is for: when, how many, of which company, and its way. */
export function RideFacts({ ride, words: { say } }: { readonly ride: Told; readonly words: RouteWords }) {
  const { zone } = useDisplayStyle()
  return (
    <>
      <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
        {[
          ride.date_scheduled && dateTimeText(ride.date_scheduled, zone),
          say('groupings.people', { smart_count: ride.capacity_1 }),
          ride.co_name,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Box>
      <Box sx={{ fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {ride.org_address} → {ride.dst_address}
      </Box>
    </>
  )
}
