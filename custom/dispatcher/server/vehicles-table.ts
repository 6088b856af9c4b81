import { compareCodePoints } from '#engine/model'
import { serveCall, stateObjects } from '#engine/server'
import type { FleetVehicle } from '../../fleet/model'
import { fleetOf, fleetSight } from '../../fleet/server'
import { distance_m } from '../../geometry/model'
import { IN_PROGRESS } from '../../service-states/model'
import { statesBusyDriverCall, vehiclesTempStatesCall } from '../model/fleet-states-calls'
import { vehiclesTableCall } from '../model/vehicles-table'
import { searchChoice, shownBy, totalsOf } from './fleet-choice'
import { vehicleWriter } from './vehicle-on-wire'

const PAGE_ROWS = 25

const vehiclesTable = serveCall(
  vehiclesTableCall,
  async (context, { lat, lng, page = 1, limit = PAGE_ROWS, ...asked }) => {
    const sees = await fleetSight(context)
    if (!sees) return { items: [], total: 0, totals: totalsOf([]) }
    const fleet = fleetOf(context.db)
    await fleet.fresh()
    const isFound = searchChoice(asked.q)
    const found = [...fleet.all()].flatMap(({ vehicle }) => (sees(vehicle) && isFound(vehicle) ? [vehicle] : []))
    const distance = (vehicle: FleetVehicle): number | null =>
      lat === undefined || lng === undefined || vehicle.position === null
        ? null
        : distance_m([lat, lng], [vehicle.position.lat, vehicle.position.lng])
    const shown = found
      .filter(shownBy(asked))
      .map((vehicle) => ({ vehicle, away_m: distance(vehicle) }))
      .sort(
        (a, b) =>
          (a.away_m ?? Infinity) - (b.away_m ?? Infinity) ||
          compareCodePoints(a.vehicle.plate, b.vehicle.plate) ||
          a.vehicle.id - b.vehicle.id,
      )
    const write = vehicleWriter(context)
    return {
      items: shown
        .slice((page - 1) * limit, page * limit)
        .map(({ vehicle, away_m }) => ({ ...write(vehicle), distance: away_m === null ? null : Math.round(away_m) })),
      total: shown.length,
      totals: totalsOf(found),
    }
  },
)

const busyStates = serveCall(statesBusyDriverCall, async (context) => {
  const states = stateObjects(context, 'services')
  return { items: IN_PROGRESS.flatMap((state) => states.get(state) ?? []) }
})

const tempStates = serveCall(vehiclesTempStatesCall, async (context) => {
  const [paused, pending] = [
    stateObjects(context, 'driver_shifts').get('paused'),
    stateObjects(context, 'service_offers').get('pending'),
  ]
  return { items: [...(paused ? [paused] : []), ...(pending ? [{ ...pending, id: 'requesting' }] : [])] }
})

export const vehicleTableCalls = [vehiclesTable, busyStates, tempStates]
