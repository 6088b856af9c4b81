import { serveCall, type CallContext } from '../../../src/server/feature'
import type { Json, JsonObject } from '../../../src/model/json'
import type { CallRequest, CallResponse } from '../../../src/model/call'
import { AVAILABILITIES, type Availability, type LiveVehicle } from '../model/live-vehicle'
import { liveVehiclesCall } from '../model/live-vehicles'
import { foldedWords, readFleet, type FleetRow } from './fleet-query'
import { fleetReach } from './fleet-reach'

// A transaction stamps its rows when it starts and shows them when it commits, and clocks of several servers differ a little:
// the next poll looks this far back. What it meets twice is the same row.
const OVERLAP_MS = 10_000

export const liveVehicles = serveCall(liveVehiclesCall, answer)

async function answer(context: CallContext, request: CallRequest<typeof liveVehiclesCall>): Promise<CallResponse<typeof liveVehiclesCall>> {
  const { db, now } = context
  const since = new Date(now().getTime() - OVERLAP_MS).toISOString()
  const reach = fleetReach(context)
  if (!reach) return { items: [], gone: [], totals: { all: 0, online: 0, busy: 0, offline: 0 }, since }
  const rows = await readFleet(db, {
    reach,
    words: foldedWords(request.q ?? ''),
    availability: request.availability ?? null,
    bounds: request.bounds ? (request.bounds.split(',').map(Number) as [number, number, number, number]) : null,
    since: request.since ? new Date(request.since) : null,
  })
  const states = stateObjects(context)
  const vehicles = rows.filter(({ id }) => id !== null)
  return {
    items: vehicles.filter(({ shown }) => shown).map((row) => vehicleOf(row, states)),
    gone: vehicles.filter(({ shown }) => !shown).map(({ id }) => Number(id)),
    totals: totalsOf(rows),
    since,
  }
}

function totalsOf(rows: readonly FleetRow[]): CallResponse<typeof liveVehiclesCall>['totals'] {
  const [first] = rows
  return { all: first?.n_all ?? 0, online: first?.n_online ?? 0, busy: first?.n_busy ?? 0, offline: first?.n_offline ?? 0 }
}

function vehicleOf(row: FleetRow, states: ReadonlyMap<string, LiveVehicle['state_obj']>): LiveVehicle {
  const { shown: _, n_all: _a, n_online: _o, n_busy: _b, n_offline: _f, ...known } = row
  const availability = AVAILABILITIES.find((one) => one === row.availability) ?? 'offline'
  return {
    ...known,
    id: Number(row.id),
    plate: row.plate ?? '',
    icon: row.icon ?? 'car',
    availability,
    state_obj: states.get(availability) ?? { name: availability, color: '' },
  }
}

/** Name and colour of each availability as the schema's `x-values` say them. */
function stateObjects({ model }: CallContext): ReadonlyMap<Availability, LiveVehicle['state_obj']> {
  const values = model.entities['vehicle_positions']?.fields['availability']?.schema['x-values']
  const choices = Array.isArray(values) ? (values as readonly JsonObject[]) : []
  return new Map(AVAILABILITIES.map((availability) => {
    const choice = choices.find(({ value }) => value === availability)
    return [availability, { name: textOf(choice?.['title']) ?? availability, color: textOf(choice?.['color']) ?? '' }]
  }))
}

const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null)
