import Box from '@mui/material/Box'
import { useSay } from '#engine/ui'
import type { LiveVehicle } from '../../model/live-vehicle'
import { dropTarget } from '../drop/ride-carry'
import { ageOf, ageWords } from '../live/age-words'
import { AvailabilityIcon } from './AvailabilityIcon'
import { driverName, makeText } from './vehicle-words'

export const VEHICLE_ROW_PX = 52

/** One vehicle of the list: plate and age of its position, driver and make. */
export function VehicleRow({
  id,
  vehicle,
  selected,
  place,
  count,
  now_ms,
  onSelect,
}: {
  id: string
  vehicle: LiveVehicle
  selected: boolean
  place: number
  count: number
  now_ms: number
  onSelect: (id: number) => void
}) {
  const say = useSay()
  const driver = driverName(vehicle)
  return (
    // The list around it takes the keys (aria-activedescendant).
    <Box
      id={id}
      role="option"
      {...dropTarget(vehicle.id)}
      aria-selected={selected}
      aria-setsize={count}
      aria-posinset={place + 1}
      onClick={() => onSelect(vehicle.id)}
      sx={{
        position: 'absolute',
        insetInline: 0,
        top: place * VEHICLE_ROW_PX,
        height: VEHICLE_ROW_PX,
        px: 1.5,
        display: 'grid',
        alignContent: 'center',
        cursor: 'pointer',
        gridTemplateColumns: '20px minmax(0, 1fr) auto',
        columnGap: 1,
        borderBottom: 1,
        borderColor: 'divider',
        boxSizing: 'border-box',
        bgcolor: selected ? 'action.selected' : 'transparent',
        '&:hover': { bgcolor: selected ? 'action.selected' : 'action.hover' },
        boxShadow: selected ? (theme) => `inset 3px 0 0 ${theme.palette.primary.main}` : 'none',
      }}
    >
      <Box sx={{ gridRow: 'span 2', display: 'flex', alignItems: 'center' }}>
        <AvailabilityIcon availability={vehicle.availability} />
        <Box component="span" sx={HIDDEN}>
          {say(`dispatcher.state.${vehicle.availability}`)}
        </Box>
      </Box>
      <Box sx={{ ...LINE, fontWeight: 600, fontSize: 13.5 }}>
        {vehicle.plate}
        {vehicle.code && (
          <Box component="span" sx={{ marginInlineStart: 1, fontWeight: 400, fontSize: 12, color: 'text.secondary' }}>
            {vehicle.code}
          </Box>
        )}
      </Box>
      <Box sx={{ fontSize: 12, color: 'text.secondary', whiteSpace: 'nowrap', lineHeight: '20px' }}>
        {vehicle.date_fix && vehicle.lat !== null
          ? ageWords(ageOf(vehicle.date_fix, now_ms), say)
          : say('dispatcher.no_position')}
      </Box>
      <Box sx={{ ...LINE, gridColumn: '2 / -1', fontSize: 12.5, color: 'text.secondary' }}>
        <Box component="span" sx={{ color: driver ? 'text.primary' : 'text.disabled' }}>
          {driver ?? say('dispatcher.no_driver')}
        </Box>
        {makeText(vehicle) && ` · ${makeText(vehicle)}`}
      </Box>
    </Box>
  )
}

const LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', lineHeight: '20px' } as const
const HIDDEN = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clip: 'rect(0 0 0 0)',
  whiteSpace: 'nowrap',
} as const
