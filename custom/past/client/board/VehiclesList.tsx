import Box from '@mui/material/Box'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import { Notice, useSay, type Say } from '#engine/ui'
import { lengthWords } from '../../../services/client/public'
import type { PastVehicle } from '../../model/board-call'

interface VehiclesListProps {
  readonly vehicles: readonly PastVehicle[]
  readonly at_ms: number
  readonly chosen: number | null
  readonly onChoose: (id: number) => void
  readonly onRide: (id: number) => void
}

/** The vehicles on shift then: whose, with which ride, and how old their position was. */
export function VehiclesList({ vehicles, at_ms, chosen, onChoose, onRide }: VehiclesListProps) {
  const say = useSay()
  if (vehicles.length === 0) return <Notice icon="empty" title={say('past.no_vehicles')} />
  return (
    <List dense disablePadding sx={{ flex: 1, minHeight: 0, overflowY: 'auto' }}>
      {vehicles.map((vehicle) => {
        const { id, plate, driver, id_service } = vehicle
        return (
          <ListItem
            key={id}
            disablePadding
            sx={{ ...ROW, ...(id_service !== null && BESIDE) }}
            secondaryAction={
              id_service !== null && (
                <Box
                  component="button"
                  type="button"
                  onClick={() => onRide(id_service)}
                  sx={RIDE}
                >{`#${id_service}`}</Box>
              )
            }
          >
            <ListItemButton
              selected={id === chosen}
              ref={id === chosen ? intoView : null}
              onClick={() => onChoose(id)}
              sx={{ px: 1.5, display: 'block', fontSize: 13, lineHeight: '20px' }}
            >
              <Box sx={{ fontWeight: 600 }}>{plate}</Box>
              <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {[driver, say(id_service === null ? 'past.free' : 'past.busy'), placeText(vehicle, at_ms, say)]
                  .filter(Boolean)
                  .join(' · ')}
              </Box>
            </ListItemButton>
          </ListItem>
        )
      })}
    </List>
  )
}

function placeText({ date_fix }: PastVehicle, at_ms: number, say: Say): string {
  if (date_fix === null) return say('past.no_place')
  const minutes = Math.floor((at_ms - Date.parse(date_fix)) / 60_000)
  return minutes < 1 ? say('past.just_heard') : say('past.heard', { length: lengthWords(minutes, say) })
}

const ROW = { borderBottom: 1, borderColor: 'divider' } as const
/** Room for the ride's number. */
const BESIDE = { '& > .MuiListItemButton-root': { paddingInlineEnd: '80px' } } as const
const RIDE = {
  font: 'inherit',
  fontSize: 13,
  color: 'primary.main',
  bgcolor: 'transparent',
  border: 0,
  cursor: 'pointer',
  p: 1,
  textDecoration: 'underline',
} as const

const intoView = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'nearest' })
