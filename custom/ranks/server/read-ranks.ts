import { sql } from 'kysely'
import { living } from '#app/tables'
import type { CallResponse } from '#engine/model'
import { type CallContext, iso, scopeSql } from '#engine/server'
import { fleetScope } from '../../fleet/server'
import type { ranksCall, RankedDriver } from '../model/rank-calls'
import { zoneRing } from './zones'

type Ranks = CallResponse<typeof ranksCall>

interface Row extends RankedDriver {
  readonly id_zone: number
}

/** Zones and drivers in the asker's sight. A rank counts everybody who waits there, also those who are out of sight. */
export async function readRanks(context: CallContext): Promise<Ranks> {
  const scope = fleetScope(context)
  if (!scope) return { items: [] }
  const zones = await living(context.db, 'rank_zones as z')
    .where('z.state', '=', '1')
    .where(scopeSql(context, 'rank_zones', 'z'))
    .select(['z.id', 'z.name', 'z.color', 'z.id_branch', sql<string>`z.path::text`.as('path')])
    .orderBy('z.name')
    .orderBy('z.id')
    .execute()
  const { rows } = await sql<Row>`
    select p.id_zone, p.id_driver, u.name as us_name, u.surname as us_surname, p.id_vehicle, v.plate, v.code, p.rank,
      ${iso('p.date_in')} as date_in,
      ${iso('p.date_away')} as date_away
    from (
      select *, case when state = 'waiting' then (count(*) filter (where state = 'waiting') over (partition by id_zone
        order by place, id_driver))::int end as rank
      from rank_places where date_deleted is null
    ) p
    join users u on u.id = p.id_driver join vehicles v on v.id = p.id_vehicle
    where ${scope} order by p.rank nulls last, p.place, p.id_driver`.execute(context.db)
  const byZone = new Map<number, RankedDriver[]>()
  for (const { id_zone, ...driver } of rows) byZone.set(id_zone, [...(byZone.get(id_zone) ?? []), driver])
  return {
    items: zones.map(({ path, ...zone }) => ({ ...zone, ring: zoneRing(path), drivers: byZone.get(zone.id) ?? [] })),
  }
}
