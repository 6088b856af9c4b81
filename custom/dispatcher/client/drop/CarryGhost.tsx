import Box from '@mui/material/Box'
import { type Ref } from 'react'
import { useSay } from '#engine/ui'
import type { LiveVehicle } from '../../model/live-vehicle'
import { driverName } from '../fleet/vehicle-words'
import { PreviewWords } from './PreviewWords'
import type { Carried } from './ride-carry'

interface Props {
  readonly carried: Carried
  /** Where it would go: a vehicle for rides, a ride for a vehicle. */
  readonly vehicle: LiveVehicle | undefined
  readonly job: number | null
  readonly at: string
  readonly box: Ref<HTMLDivElement>
}

const nameOf = (vehicle: LiveVehicle): string => [driverName(vehicle), vehicle.plate].filter(Boolean).join(' · ')

/** What is carried, under the pointer, and what dropping it here would mean. */
export function CarryGhost({ carried, vehicle, job, at, box }: Props) {
  const say = useSay()
  const isRide = carried.kind === 'ride'
  const to = isRide ? vehicle?.id : carried.vehicle.id
  const ids = isRide ? carried.ride.ids : job === null ? [] : [job]
  return (
    <Box ref={box} role="status" style={{ transform: at }} sx={GHOST}>
      <Box sx={{ fontWeight: 600 }}>{isRide ? carried.ride.name : nameOf(carried.vehicle)}</Box>
      <Box sx={{ color: to !== undefined && ids.length > 0 ? 'text.primary' : 'text.secondary' }}>
        {isRide
          ? vehicle
            ? say('dispatcher.drop.on', { vehicle: nameOf(vehicle) })
            : say('dispatcher.drop.nowhere')
          : job === null
            ? say('dispatcher.drop.no_ride')
            : say('dispatcher.drop.takes', { id: job })}
      </Box>
      {to !== undefined && ids.length > 0 && <PreviewWords key={`${to} ${ids.join()}`} id_vehicle={to} ids={ids} />}
    </Box>
  )
}

/** How wide it gets. */
export const GHOST_PX = 320

const GHOST = {
  position: 'fixed',
  top: 0,
  left: 0,
  zIndex: 'tooltip',
  pointerEvents: 'none',
  width: 'max-content',
  maxWidth: GHOST_PX,
  px: 1.5,
  py: 0.75,
  fontSize: 13,
  lineHeight: '18px',
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'primary.main',
  borderRadius: 1,
  boxShadow: 8,
} as const
