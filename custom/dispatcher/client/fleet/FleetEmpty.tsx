import DirectionsCarOutlined from '@mui/icons-material/DirectionsCarOutlined'
import LockOutlined from '@mui/icons-material/LockOutlined'
import SearchOff from '@mui/icons-material/SearchOff'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { LinkBase } from 'react-admin'
import { mayEdit } from '#engine/model'
import { useConsole } from '#engine/client'
import { Message, useSay } from '#engine/ui'
import { VEHICLE_ROW_PX } from './VehicleRow'

/** Shown instead of an empty list: why, and the one next step. */
export function FleetEmpty({ why, onAll }: { why: 'none' | 'no_match' | 'no_fleet'; onAll?: () => void }) {
  const say = useSay()
  const { actor } = useConsole()
  return (
    <Box sx={{ flex: 1, display: 'grid', placeItems: 'center', p: 2, minHeight: 0, overflow: 'auto' }}>
      {why === 'no_fleet' && <Message icon={<LockOutlined />} title={say('dispatcher.no_fleet')} />}
      {why === 'no_match' && (
        <Message
          icon={<SearchOff />}
          title={say('dispatcher.no_match')}
          text={say('dispatcher.no_match_text')}
          action={
            <Button variant="outlined" onClick={onAll}>
              {say('dispatcher.show_all')}
            </Button>
          }
        />
      )}
      {why === 'none' && (
        <Message
          icon={<DirectionsCarOutlined />}
          title={say('dispatcher.none')}
          text={say('dispatcher.none_text')}
          action={
            mayEdit(actor, { module: 'vehicles' }) && (
              <Button variant="contained" component={LinkBase} to="/vehicles/create">
                {say('dispatcher.none_add')}
              </Button>
            )
          }
        />
      )}
    </Box>
  )
}

/** Rows of the right height until the first answer. */
export const FleetSkeleton = () => (
  <Box aria-hidden sx={{ flex: 1, minHeight: 0, overflow: 'hidden' }}>
    {Array.from({ length: 14 }, (_, i) => (
      <Box key={i} sx={ROW}>
        <Skeleton variant="text" width="35%" sx={{ fontSize: 13.5 }} />
        <Skeleton variant="text" width="75%" sx={{ fontSize: 12.5 }} />
      </Box>
    ))}
  </Box>
)

const ROW = {
  height: VEHICLE_ROW_PX,
  px: 1.5,
  display: 'grid',
  alignContent: 'center',
  borderBottom: 1,
  borderColor: 'divider',
  boxSizing: 'border-box',
} as const
