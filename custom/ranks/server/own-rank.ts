import { sql } from 'kysely'
import type { CallResponse } from '#engine/model'
import { type Db, iso } from '#engine/server'
import type { driverRankCall } from '../model/rank-calls'

type OwnRank = CallResponse<typeof driverRankCall>['rank']

/** Where a driver waits, or whoever drives a vehicle; null: in no zone. */
export async function rankOf(
  db: Db,
  who: { readonly id_driver: number } | { readonly id_vehicle: number },
  keep_min: number,
): Promise<OwnRank> {
  const {
    rows: [row],
  } = await sql<NonNullable<OwnRank>>`
    select p.id_zone, z.name as zone, case when p.state = 'waiting' then 1 + (
        select count(*)::int from rank_places q
        where q.id_zone = p.id_zone and q.state = 'waiting' and q.date_deleted is null
          and (q.place, q.id_driver) < (p.place, p.id_driver)) end as rank,
      (select count(*)::int from rank_places q where q.id_zone = p.id_zone and q.state = 'waiting'
        and q.date_deleted is null) as of,
      ${iso('p.date_in')} as date_in, ${iso('p.date_away')} as date_away, ${iso('until.at')} as date_lost
    from rank_places p join rank_zones z on z.id = p.id_zone
    left join lateral (select p.date_away + make_interval(secs => ${keep_min * 60}::float8) as at) until on true
    where ${'id_driver' in who ? sql`p.id_driver = ${who.id_driver}` : sql`p.id_vehicle = ${who.id_vehicle}`}
      and p.date_deleted is null`.execute(db)
  return row ?? null
}
