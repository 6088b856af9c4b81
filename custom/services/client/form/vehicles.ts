import { fold } from '#engine/model'
import type { Choice, Say } from '#engine/ui'
import { greatCircle_m, type LatLng } from '../../../geo/model/lat-lng'
import type { FormVehicle } from '../service-form'

const MOST = 30
// Who is free is asked first.
const ORDER: { readonly [availability: string]: number | undefined } = { online: 0, busy: 1, offline: 2 }

/** Vehicles that a text means, the free ones first, of those the nearest to where it begins. */
export function nearestVehicles(fleet: readonly FormVehicle[], text: string, from: LatLng | null): readonly FormVehicle[] {
  const words = fold(text).split(/\s+/).filter(Boolean)
  const far = ({ lat, lng }: FormVehicle): number => (from && lat !== null && lng !== null ? greatCircle_m(from, [lat, lng]) : Infinity)
  const found = fleet.filter(({ plate, code, us_name, us_surname }) => {
    const told = fold([plate, plate.replace('-', ''), code, us_name, us_surname].filter(Boolean).join(' '))
    return words.every((word) => told.includes(word))
  })
  const ranked = found.map((vehicle) => ({ vehicle, free: ORDER[vehicle.availability] ?? 3, far: far(vehicle) }))
  ranked.sort((one, other) => one.free - other.free || (one.far === other.far ? one.vehicle.id - other.vehicle.id : one.far - other.far))
  return ranked.slice(0, MOST).map(({ vehicle }) => vehicle)
}

/** A vehicle as one line of a search: who drives it, and whether he is free. */
export function vehicleChoice({ id, plate, code, us_name, us_surname, availability }: FormVehicle, say: Say): Choice {
  const name = [us_name, us_surname].filter(Boolean).join(' ')
  const state = availability in ORDER ? say(`dispatcher.state.${availability}`) : ''
  return { id, label: [plate, code].filter(Boolean).join(' · '), detail: [name, state].filter(Boolean).join(' · ') }
}
