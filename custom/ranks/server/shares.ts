import { sql } from 'kysely'
import { iso, serveCall } from '#engine/server'
import { fleetScope } from '../../fleet/server'
import { IN_PROGRESS } from '../../service-states/model'
import { type DriverShare, sharesCall } from '../model/rank-calls'

/**
 * `GET ranks/shares`: what each open shift in sight has come to. The rides that were finished in it, and the time that
 * neither they, the present ride nor pauses took.
 */
export const shares = serveCall(sharesCall, async (context) => {
  const scope = fleetScope(context)
  if (!scope) return { items: [] }
  const at = sql`${context.now().toISOString()}::timestamptz`
  const { rows } = await sql<DriverShare>`
    select h.id_driver, u.name as us_name, u.surname as us_surname, h.id_vehicle, v.plate, v.code, h.state,
      ${iso('h.date_start')} as date_start,
      f.rides, f.income, f.income_driver,
      greatest(0, extract(epoch from ${at} - h.date_start) - f.busy_s - coalesce(h.time_paused, 0)
        - coalesce(extract(epoch from ${at} - h.date_paused), 0) - coalesce(extract(epoch from ${at} - r.since),
          0))::int as waiting_s,
      case when r.since is null then greatest(0,
        extract(epoch from ${at} - coalesce(h.date_last_finalized, h.date_start)))::int end as idle_s
    from driver_shifts h join users u on u.id = h.id_driver join vehicles v on v.id = h.id_vehicle
    cross join lateral (
      select count(*)::int as rides, coalesce(sum(s.price_total), 0)::float8 as income,
        coalesce(sum(s.price_driver), 0)::float8 as income_driver,
        coalesce(sum(extract(epoch from s.date_finalized - s.date_accepted)), 0)::float8 as busy_s
      from services s where s.id_driver = h.id_driver and s.state = 'finalized' and s.date_deleted is null
        and s.date_finalized >= h.date_start
    ) f
    left join lateral (
      select min(s.date_accepted) as since from services s
      where s.id_driver = h.id_driver and s.state in (${sql.join(IN_PROGRESS)}) and s.date_deleted is null
    ) r on true
    where h.state <> 'closed' and h.date_deleted is null and ${scope}
    order by f.rides, f.income, h.id_driver`.execute(context.db)
  return { items: rows }
})
