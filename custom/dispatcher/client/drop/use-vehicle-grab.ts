import type { PointerEvent } from 'react'
import type { LiveVehicle } from '../../model/live-vehicle'
import { useRideCarry } from './ride-carry'
import { useGrab } from './use-grab'

/**
 * A vehicle is dragged to a ride, while there is a list of rides.
 * @returns takes a press; whether there is something to drop the vehicle on
 */
export function useVehicleGrab(
  vehicles: readonly LiveVehicle[],
): (id: number, event: PointerEvent<HTMLElement>) => boolean {
  const carry = useRideCarry()
  const grab = useGrab(carry?.beginVehicle)
  return (id, event) => {
    const vehicle = vehicles.find((one) => one.id === id)
    if (!vehicle || !carry?.takeJob.current) return false
    grab(vehicle, event)
    return true
  }
}
