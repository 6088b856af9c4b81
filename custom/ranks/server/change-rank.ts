import { sql } from 'kysely'
import { living } from '#app/tables'
import { AppError } from '#engine/model'
import { type CallContext, raisedIn, scopeSql, serveCall, type Tx, writeLog } from '#engine/server'
import { fleetScope } from '../../fleet/server'
import { moveRankCall, ranksCall, removeRankCall } from '../model/rank-calls'
import { readRanks } from './read-ranks'

export const ranks = serveCall(ranksCall, readRanks)

interface Place {
  readonly id: number
  readonly id_driver: number
  readonly state: 'waiting' | 'out'
  readonly place: number
  /** In the asker's sight. */
  readonly seen: boolean
  readonly title: string
}

export const moveRank = serveCall(moveRankCall, async (context, { id_driver, id_zone, before = null }) => {
  await change(context, id_driver, id_zone, 'rank_move', async (tx, all, own, now) => {
    const queue = all.filter(({ state, id }) => state === 'waiting' && id !== own.id)
    const at = before === null ? queue.length : queue.findIndex((one) => one.id_driver === before)
    if (at < 0) throw gone()
    const order = queue.toSpliced(at, 0, own)
    // They share the places that they have among them, so nobody else's moment of coming is touched more than it must
    // be.
    const places = order.map(({ place }) => place).sort((a, b) => a - b)
    let last = -Infinity
    const given = places.map((place) => (last = Math.max(place, last + 0.001)))
    await sql`
      update rank_places p set place = f.place, state = 'waiting', ${raisedIn('p', now)}
      from unnest(${order.map(({ id }) => id)}::int[], ${given}::numeric[]) as f (id, place)
      where p.id = f.id and (p.place <> f.place or p.state <> 'waiting')`.execute(tx)
    const rankOf = (list: readonly Place[]): number | null => (list.includes(own) ? list.indexOf(own) + 1 : null)
    return { from: rankOf(all.filter(({ state }) => state === 'waiting')), to: rankOf(order) }
  })
  return readRanks(context)
})

export const removeRank = serveCall(removeRankCall, async (context, { id_driver, id_zone }) => {
  await change(context, id_driver, id_zone, 'rank_remove', async (tx, all, own, now) => {
    if (own.state === 'out') throw gone()
    await sql`update rank_places set state = 'out', ${raisedIn('rank_places', now)} where id = ${own.id}`.execute(tx)
    return { from: all.filter(({ state }) => state === 'waiting').indexOf(own) + 1, to: null }
  })
  return readRanks(context)
})

const gone = (): AppError => new AppError('CONFLICT', { say: 'ranks.gone' })

type Ranks = { readonly from: number | null; readonly to: number | null }

/**
 * Changes a queue that is locked by its zone, so that two operators do so one after the other, each as the one before
 * left it; notes who did it.
 */
async function change(
  context: CallContext,
  id_driver: number,
  id_zone: number,
  verb: 'rank_move' | 'rank_remove',
  work: (tx: Tx, all: readonly Place[], own: Place, now: Date) => Promise<Ranks>,
): Promise<void> {
  const scope = fleetScope(context)
  if (!scope) throw new AppError('FORBIDDEN')
  const { actor, platform, session, transaction } = context
  await transaction(async (tx) => {
    const now = context.now()
    const zone = await living(tx, 'rank_zones as z')
      .where('z.id', '=', id_zone)
      .where(scopeSql(context, 'rank_zones', 'z'))
      .select('z.name')
      .forNoKeyUpdate()
      .executeTakeFirst()
    // A driver who did not answer goes to the end meanwhile: rows are locked in one order, and read once they are.
    await living(tx, 'rank_places').where('id_zone', '=', id_zone).select('id').orderBy('id').forUpdate().execute()
    const { rows: all } = await sql<Place>`
      select p.id, p.id_driver, p.state, p.place::float8 as place, ${scope} as seen,
        concat_ws(', ', nullif(concat_ws(' ', u.name, u.surname), ''), v.plate) as title
      from rank_places p join users u on u.id = p.id_driver join vehicles v on v.id = p.id_vehicle
      where p.id_zone = ${id_zone} and p.date_deleted is null order by p.place, p.id_driver`.execute(tx)
    const own = all.find((one) => one.id_driver === id_driver && one.seen)
    if (!zone || !own) throw gone()
    const { from, to } = await work(tx, all, own, now)
    await writeLog(tx, {
      id_user: actor.id,
      type_log: verb,
      target: 'rank_zones',
      id_target: id_zone,
      title: `${own.title} · ${zone.name}`,
      changes: { place: { from, to } },
      platform,
      id_session: session.id,
      date: now,
    })
  })
}
