import { isStaff } from '#app/asker'
import { sql } from 'kysely'
import { living } from '#app/tables'
import type { JsonObject } from '#engine/model'
import { anyOf, type Db, type Hooks, iso, plannedOnce, stateObjects } from '#engine/server'
import { sumsCan } from '../history/can-of'
import { OVER } from '../../../service-states/model'
import { stateTimers } from './state-timers'

const NO_TIMER = { date_start: null, date_end: null, percent: 0 }
const isOver = (state: unknown): boolean => (OVER as readonly unknown[]).includes(state)

const NOBODY = {
  vehicle_requesting: null,
  requesting_name: null,
  requesting_plate: null,
  date_deadline: null,
  left_s: null,
}

/**
 * Adds to a service in a list (spec 1 §3): its displayed state, whether it is over, since when it is in its state, who
 * made it, and for staff which driver is asked until when.
 */
export const presentServices: Hooks = {
  entity: 'services',
  presentReads: ['id', 'state', 'review', 'ucr_type'],
  async present(db, records, teller) {
    const states = stateObjects(teller, 'services')
    const types = stateObjects(teller, 'users', 'type_user')
    // Only staff see drivers who may still decline.
    const searched = isStaff(teller.actor)
      ? records.flatMap(({ id, state }) => (typeof id === 'number' && state === 'requested' ? [id] : []))
      : []
    const underWay = records.flatMap(({ id, state }) => (typeof id === 'number' && !isOver(state) ? [id] : []))
    const [asked, timers] = await Promise.all([
      askedNow(db, teller.now, searched),
      stateTimers(db, teller.now, underWay),
    ])
    return records.map((record) => ({
      ...record,
      state_obj: states.get(String(record['state'])) ?? null,
      is_past_service: Number(isOver(record['state'])),
      timer: { ...(timers.get(record['id']) ?? NO_TIMER) },
      ucr_type_text: types.get(String(record['ucr_type']))?.name ?? null,
      ...sumsCan(teller.actor, { state: record['state'], review: record['review'] }),
      ...(asked.get(record['id']) ?? NOBODY),
    }))
  },
}

async function askedNow(db: Db, now: Date, ids: readonly number[]): Promise<ReadonlyMap<unknown, JsonObject>> {
  if (ids.length === 0) return new Map()
  const rows = await plannedOnce(
    db,
    living(db, 'service_offers as o')
      .innerJoin('vehicles as v', 'v.id', 'o.id_vehicle')
      .innerJoin('users as u', 'u.id', 'o.id_driver')
      .where('o.id_service', '=', anyOf(ids))
      .where('o.state', '=', 'pending')
      .select(({ ref }) => [
        'o.id_service',
        'o.id_vehicle as vehicle_requesting',
        'v.plate as requesting_plate',
        iso('o.date_deadline').$notNull().as('date_deadline'),
        sql<string | null>`nullif(concat_ws(' ', ${ref('u.name')}, ${ref('u.surname')}), '')`.as('requesting_name'),
      ]),
  )
  return new Map<unknown, JsonObject>(
    rows.map(({ id_service, ...offer }) => [id_service, { ...offer, left_s: secondsTo(offer.date_deadline, now) }]),
  )
}

/** Seconds that the driver still has, by the server's clock. */
const secondsTo = (deadline: string, now: Date): number => Math.max(0, (Date.parse(deadline) - now.getTime()) / 1000)
