import { type CallContext, type StateObject, stateObjects } from '#engine/server'
import type { FleetVehicle } from '../../fleet/model'
import type { LiveVehicle } from '../model/live-vehicle'

/** Writes vehicles for the dispatcher, with the words of its language. */
export function vehicleWriter(context: CallContext): (vehicle: FleetVehicle) => LiveVehicle {
  const availabilities = stateObjects(context, 'vehicle_positions', 'availability')
  const states = stateObjects(context, 'services')
  const now_ms = context.now().getTime()
  return (vehicle) => {
    const { position, service, shift, today, requesting } = vehicle
    const isToday = shift !== null && now_ms < today.until_ms
    return {
      id: vehicle.id,
      id_user: vehicle.id_driver,
      us_name: vehicle.us_name,
      us_surname: vehicle.us_surname,
      us_rating_average: vehicle.us_rating_average,
      us_rating_count: vehicle.us_rating_count,
      code: vehicle.code,
      plate: vehicle.plate,
      brand: vehicle.brand,
      model: vehicle.model,
      year: vehicle.year,
      icon: vehicle.icon,
      lat: position?.lat ?? null,
      lng: position?.lng ?? null,
      course: position?.course ?? null,
      availability: vehicle.availability,
      state_obj: named(availabilities.get(vehicle.availability), vehicle.availability),
      date_fix: position === null ? null : new Date(position.fix_ms).toISOString(),
      se_id: service?.id ?? null,
      se_state_bj: service === null ? null : (states.get(service.state) ?? null),
      se_dst_lat: service?.dst_lat ?? null,
      se_dst_lng: service?.dst_lng ?? null,
      connected_unwilling: shift?.state === 'paused' ? 1 : 0,
      today_amount: shift === null ? null : isToday ? today.amount : 0,
      today_services: shift === null ? null : isToday ? today.services : 0,
      vehicle_requesting: requesting,
    }
  }
}

/** What a list of many vehicles says of a state. */
const named = (known: StateObject | undefined, value: string): LiveVehicle['state_obj'] => ({
  name: known?.name ?? value,
  color: known?.color ?? '',
})
