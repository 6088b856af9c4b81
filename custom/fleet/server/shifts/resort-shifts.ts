import { sql } from 'kysely'
import { living, type Row } from '#app/tables'
import { anyOf, raisedIn, serveCall, type Tx } from '#engine/server'
import { resortShiftsCall } from '../../model/shift-calls'
import { fleetScope } from '../sight/fleet-scope'
import { listShifts } from './list-shifts'
import { logShifts, type ShiftBy } from './log-shift'

export const resortShifts = serveCall(resortShiftsCall, async (context, { id_drivers }) => {
  const scope = fleetScope(context)
  if (scope) {
    const { actor, platform, session } = context
    const [now, by] = [context.now(), { id_user: actor.id, platform, id_session: session.id }]
    await context.transaction(async (tx) => {
      const seen = await living(tx, 'driver_shifts as s')
        .innerJoin('vehicles as v', 'v.id', 's.id_vehicle')
        .where('s.id_driver', '=', anyOf(id_drivers))
        .where('s.state', '<>', 'closed')
        .where(scope)
        .select('s.id')
        .execute()
      await resort(tx, id_drivers, new Set(seen.map(({ id }) => id)), now, by)
    })
  }
  return listShifts(context)
})

interface Placed extends Row<'driver_shifts', 'id' | 'id_driver'> {
  readonly place: number | null
}

/** Locks every open shift in one order, so that two operators who sort at once do so one after the other. */
async function resort(
  tx: Tx,
  id_drivers: readonly number[],
  seen: ReadonlySet<number>,
  now: Date,
  by: ShiftBy,
): Promise<void> {
  const open: Placed[] = await living(tx, 'driver_shifts')
    .where('state', '<>', 'closed')
    .select(['id', 'id_driver', sql<number | null>`place::float8`.as('place')])
    .orderBy('id')
    .forUpdate()
    .execute()
  const byDriver = new Map(open.filter(({ id }) => seen.has(id)).map((shift) => [shift.id_driver, shift]))
  const wanted = id_drivers.flatMap((id) => byDriver.get(id) ?? [])
  const places = wanted.flatMap(({ place }) => place ?? []).sort((a, b) => a - b)
  const areDistinct = new Set(places).size === wanted.length
  const moved = areDistinct ? wanted.map(({ id }, at) => ({ id, place: places[at] ?? 0 })) : renumbered(open, wanted)
  const before = new Map(open.map(({ id, place }) => [id, place]))
  const changed = moved.filter(({ id, place }) => before.get(id) !== place)
  if (changed.length === 0) return
  await sql`
    update driver_shifts s set place = m.place, ${raisedIn('s', now)}
    from unnest(${changed.map(({ id }) => id)}::int[], ${changed.map(({ place }) => place)}::numeric[]) as m (id, place)
    where s.id = m.id`.execute(tx)
  await logShifts(tx, {
    verb: 'resort',
    by,
    now,
    shifts: changed.map(({ id, place }) => ({ id, before: { place: before.get(id) ?? null }, after: { place } })),
  })
}

/** Renumbers the whole queue, for when places are missing or shared. */
function renumbered(
  open: readonly Placed[],
  wanted: readonly Placed[],
): readonly { readonly id: number; readonly place: number }[] {
  const queue = [...open].sort((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity) || a.id - b.id)
  const moving = new Set(wanted)
  const next = wanted.values()
  return queue.map((shift, at) => ({
    id: (moving.has(shift) ? (next.next().value ?? shift) : shift).id,
    place: at + 1,
  }))
}
