import { sql } from 'kysely'
import { living } from '#app/tables'
import { anyOf, type Db, type Job, raisedIn, type Runtime, type Tx } from '#engine/server'
import { fleetOf } from '../../fleet/server'
import { type KeptPlace, rankChanges, type RankChanges, type SeenDriver } from '../model/rank-changes'
import { rankSetting } from './settings'
import { rankZones } from './zones'

const RANKS_JOB = 'ranks.keep'
/** As old a position may be: the default of `fix_max_age_s`, after which the search does not ask either. */
const FRESH_MS = 120_000

/**
 * Brings the queues in line with where the drivers are, as the fleet in memory knows it: the path of a position writes
 * and asks nothing for it. One process does it, and writes what has changed alone; a row that an operator or another
 * process changed meanwhile is left for the next time.
 */
export const keepRanksJob: Job = { name: RANKS_JOB, every_s: 2, run: ({ runtime }) => keepRanks(runtime) }

async function keepRanks(runtime: Runtime): Promise<void> {
  const { database, now, settings } = runtime
  const { db } = database
  const { byId, index } = await rankZones(db)
  const kept = await keptPlaces(db)
  if (byId.size === 0 && kept.length === 0) return
  const fleet = fleetOf(db)
  await fleet.fresh()
  const at = now()
  const changes = rankChanges({
    seen: seenDrivers(fleet.all()),
    kept,
    zonesAt: index.all,
    inUse: (id) => byId.has(id),
    now_ms: at.getTime(),
    keep_ms: rankSetting(await settings(), 'rank_keep_min') * 60_000,
    fresh_ms: FRESH_MS,
  })
  const { entered, away, back, lost } = changes
  if (entered.length + away.length + back.length + lost.length > 0)
    await database.transaction((tx) => write(tx, changes, at))
}

async function keptPlaces(db: Db): Promise<readonly KeptPlace[]> {
  return living(db, 'rank_places')
    .select([
      'id',
      'version',
      'id_zone',
      'id_driver',
      'id_vehicle',
      sql<number | null>`extract(epoch from date_away)::float8 * 1000`.as('away_ms'),
    ])
    .execute()
}

type Known = ReturnType<ReturnType<typeof fleetOf>['all']>

function* drivers(all: Known): Generator<SeenDriver> {
  for (const {
    vehicle: { id, id_driver, id_branch, shift, service, position },
  } of all) {
    if (id_driver === null || shift === null) continue
    yield {
      id_driver,
      id_vehicle: id,
      id_branch,
      shift: service ? 'busy' : shift.state,
      point: position ? [position.lat, position.lng] : null,
      fix_ms: position?.fix_ms ?? null,
    }
  }
}

const seenDrivers = (all: Known): readonly SeenDriver[] => [...drivers(all)]

async function write(tx: Tx, { entered, away, back, lost }: RankChanges, now: Date): Promise<void> {
  // Whoever changes one of these queues by hand is waited for: their rows are theirs until they are done.
  const zones = [...entered, ...away, ...back, ...lost].map(({ id_zone }) => id_zone)
  await sql`select 1 from rank_zones where id = ${anyOf(zones)} order by id for no key update`.execute(tx)
  const stale = (rows: readonly KeptPlace[]) =>
    sql`unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ version }) => version)}::int[]) as f (id, version)
      where p.id = f.id and p.version = f.version`
  if (lost.length > 0) await sql`delete from rank_places p using ${stale(lost)}`.execute(tx)
  if (away.length > 0)
    await sql`update rank_places p set date_away = ${now}, ${raisedIn('p', now)} from ${stale(away)}`.execute(tx)
  if (back.length > 0)
    await sql`update rank_places p set date_away = null, ${raisedIn('p', now)} from ${stale(back)}`.execute(tx)
  if (entered.length === 0) return
  await sql`
    insert into rank_places (id_zone, id_driver, id_vehicle, state, place, date_in, date_created, date_updated)
    select id_zone, id_driver, id_vehicle, 'waiting', extract(epoch from at), at, ${now}, ${now}
    from unnest(${entered.map(({ id_zone }) => id_zone)}::int[], ${entered.map(({ id_driver }) => id_driver)}::int[],
      ${entered.map(({ id_vehicle }) => id_vehicle)}::int[],
      ${entered.map(({ at_ms }) => new Date(at_ms).toISOString())}::timestamptz[])
      as f (id_zone, id_driver, id_vehicle, at)
    on conflict do nothing`.execute(tx)
}
