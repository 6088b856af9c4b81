import { type CallRequest, type CallResponse, compareCodePoints } from '#engine/model'
import { type CallContext, serveCall, SharedAnswer } from '#engine/server'
import type { FleetVehicle } from '../../fleet/model'
import { fleetOf, fleetSight, fleetSightKey } from '../../fleet/server'
import { liveVehiclesCall } from '../model/live-vehicles'
import { toColumns } from '../model/vehicle-columns'
import { searchChoice, shownBy, totalsOf } from './fleet-choice'
import { vehicleWriter } from './vehicle-on-wire'

// Processes learn of a change at slightly different times and their clocks differ a little: the next poll, which
// another may answer, looks this far back. What it meets twice is the same vehicle.
const OVERLAP_MS = 10_000

/** How long consoles that see the same get the same bytes. */
const SHARED_MS = 1000

type VehiclesRequest = CallRequest<typeof liveVehiclesCall>
type Answer = CallResponse<typeof liveVehiclesCall>
interface Shared {
  readonly made_ms: number
  readonly answer: Promise<SharedAnswer<Answer>>
}

export const liveVehicles = serveCall(liveVehiclesCall, async (context, { form, ...request }) => {
  const key =
    form === 'columns' && Object.values(request).every((value) => value === undefined) ? fleetSightKey(context) : null
  return key === null ? answer(context, request) : sharedWhole(context, key)
})

const wholes = new WeakMap<CallContext['db'], Map<string, Shared>>()

/** The whole fleet by keys, for all consoles of a scope and a language. */
function sharedWhole(context: CallContext, scope: string): Promise<SharedAnswer<Answer>> {
  const { actor, db, now } = context
  const [key, now_ms] = [`${actor.language} ${scope}`, now().getTime()]
  const all = wholes.get(db) ?? new Map<string, Shared>()
  wholes.set(db, all)
  for (const [one, { made_ms }] of all) if (Math.abs(now_ms - made_ms) > SHARED_MS) all.delete(one)
  const known = all.get(key)
  if (known) return known.answer
  const made = answer(context, {}).then(
    ({ items, ...rest }) => new SharedAnswer<Answer>({ ...rest, items: [], columns: toColumns(items) }),
  )
  // What failed is not handed to the next.
  made.catch(() => all.delete(key))
  all.set(key, { made_ms: now_ms, answer: made })
  return made
}

async function answer(context: CallContext, request: Omit<VehiclesRequest, 'form'>): Promise<Answer> {
  const { db, now } = context
  const since = new Date(now().getTime() - OVERLAP_MS).toISOString()
  const sees = await fleetSight(context)
  if (!sees) return { items: [], gone: [], totals: totalsOf([]), since }
  const fleet = fleetOf(db)
  await fleet.fresh()
  const since_ms = request.since ? Date.parse(request.since) : null
  const [isFound, isShown] = [searchChoice(request.q), shownBy(request)]
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
