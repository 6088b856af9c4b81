import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useSay } from '#engine/ui'
import type { TripStore } from '../../../services/client'
import type { Board } from '../screen/use-board'
import { TableSkeleton } from './TableSkeleton'
import { useOrderFrom } from './use-order-from'
import type { TableVehicle } from './use-vehicles-page'
import { VehicleTable } from './VehicleTable'

interface Props {
  readonly board: Board
  readonly trip: TripStore
  readonly narrow?: boolean
  readonly onSelect: (vehicle: TableVehicle) => void
  /** Where it has a head of its own. */
  readonly onClose?: () => void
}

/** The table of vehicles, once the map is there to measure from. */
export default function TableRoom({ board: { map, view, now_ms }, trip, narrow = false, onSelect, onClose }: Props) {
  const say = useSay()
  const from = useOrderFrom(trip, map)
  return (
    <Box component="section" aria-label={say('dispatcher.table.title')} sx={ROOM}>
      {onClose && (
        <Box sx={HEAD}>
          <Box component="h2" sx={{ m: 0, fontSize: 14, fontWeight: 600, flex: 1 }}>
            {say('dispatcher.table.title')}
          </Box>
          <IconButton size="small" aria-label={say('dispatcher.table.close')} onClick={onClose}>
            <Close fontSize="small" />
          </IconButton>
        </Box>
      )}
      {from === null ? (
        <TableSkeleton />
      ) : (
        <VehicleTable view={view} from={from} narrow={narrow} now_ms={now_ms} onSelect={onSelect} />
      )}
    </Box>
  )
}

const ROOM = { flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', bgcolor: 'background.paper' } as const
const HEAD = {
  display: 'flex',
  alignItems: 'center',
  paddingInlineStart: 1.5,
  paddingInlineEnd: 0.5,
  minHeight: 36,
  flexShrink: 0,
} as const
