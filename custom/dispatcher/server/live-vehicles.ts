import { type CallRequest, type CallResponse, compareCodePoints } from '#engine/model'
import { type CallContext, serveCall } from '#engine/server'
import type { FleetVehicle } from '../../fleet/model/fleet-vehicle'
import { fleetOf, fleetSight } from '../../fleet/server'
import { liveVehiclesCall } from '../model/live-vehicles'
import { foundBy, shownBy, totalsOf } from './fleet-choice'
import { vehicleWriter } from './vehicle-on-wire'

// Processes learn of a change at slightly different times and their clocks differ a little: the next poll, which another may answer,
// looks this far back. What it meets twice is the same vehicle.
const OVERLAP_MS = 10_000

export const liveVehicles = serveCall(liveVehiclesCall, answer)

async function answer(context: CallContext, request: CallRequest<typeof liveVehiclesCall>): Promise<CallResponse<typeof liveVehiclesCall>> {
  const { db, now } = context
  const since = new Date(now().getTime() - OVERLAP_MS).toISOString()
  const sees = await fleetSight(context)
  if (!sees) return { items: [], gone: [], totals: totalsOf([]), since }
  const fleet = fleetOf(db)
  await fleet.fresh()
  const since_ms = request.since ? Date.parse(request.since) : null
  const [isFound, isShown] = [foundBy(request.q), shownBy(request)]
  const found: FleetVehicle[] = []
  const items: FleetVehicle[] = []
  const gone = since_ms === null ? [] : [...fleet.goneSince(since_ms)]
  for (const { vehicle, changed_ms } of fleet.all()) {
    const fits = sees(vehicle) && isFound(vehicle)
    if (fits) found.push(vehicle)
    if (since_ms !== null && changed_ms < since_ms) continue
    if (fits && isShown(vehicle)) items.push(vehicle)
    else if (since_ms !== null) gone.push(vehicle.id)
  }
  return { items: items.sort(byPlate).map(vehicleWriter(context)), gone, totals: totalsOf(found), since }
}

const byPlate = (a: FleetVehicle, b: FleetVehicle): number => compareCodePoints(a.plate, b.plate) || a.id - b.id
