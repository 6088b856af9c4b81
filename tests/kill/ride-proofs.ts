import type { Town } from '../api/races-fixture'
import type { Losses } from './proofs'
import { STEPS, type Lane } from './rides'

const ON_THE_WAY = "('accepted', 'onway', 'waiting', 'started', 'arrived')"

/**
 * What must hold of rides and money at any moment, whatever was killed: a sentence, and a query for the ids that break
 * it.
 */
const WHOLE: readonly (readonly [broken: string, query: string])[] = [
  [
    'rides that were made twice',
    'select min(id)::int as id from services where idempotency is not null group by idempotency having count(*) > 1',
  ],
  [
    'rides without their stops or their fare',
    `select s.id::int as id from services s left join fares f on f.id = s.id_fare
    where f.id is null or (select count(*) from service_stops p where p.id_service = s.id) <> 2`,
  ],
  [
    "rides whose price is not their fare's",
    'select s.id::int as id from services s join fares f on f.id = s.id_fare where s.price_total <> f.total',
  ],
  [
    'fares that belong to no ride, or are missing',
    `select 0 as id where (select count(*) from fares) <>
    (select count(*) + count(*) filter (where state = 'finalized') from services)`,
  ],
  [
    'rides that ended without the toll that was paid, or have one and go on',
    "select id::int as id from services where (state = 'finalized') <> (coalesce(price_toll, 0) = 3.5)",
  ],
  [
    'promotions that were used more or less often than rides have them',
    `select 0 as id where (select count(*) from promotion_uses where date_deleted is null) <> (select count(*)
      from services)`,
  ],
  [
    'uses of promotions without their fare',
    'select u.id::int as id from promotion_uses u left join fares f on f.id = u.id_fare where f.id is null',
  ],
  [
    'rides whose state has no stamp',
    `select id::int as id from services where (state in ${ON_THE_WAY} and date_accepted is null)
      or (state = 'finalized' and date_finalized is null)`,
  ],
  [
    'drivers with two rides',
    `select id_driver::int as id from services where state in ${ON_THE_WAY} group by id_driver having count(*) > 1`,
  ],
  [
    'vehicles that the map shows otherwise than they are',
    `select p.id_vehicle::int as id from vehicle_positions p join driver_shifts h on h.id_vehicle = p.id_vehicle
      and h.state <> 'closed'
    where (p.availability = 'busy') <> exists (select 1 from services s where s.id_vehicle = p.id_vehicle
      and s.state in ${ON_THE_WAY})`,
  ],
  [
    'rides whose log does not tell of each move once',
    `select s.id::int as id from services s left join (
      select id_target, array_agg(changes -> 'state' ->> 'to' order by id) as told from logs
      where target = 'services' and changes ? 'state' group by id_target) l on l.id_target = s.id
    where s.state <> 'created' and l.told[array_upper(l.told, 1)] is distinct from s.state
      or (select count(*) <> count(distinct x) from unnest(l.told) as x)`,
  ],
]

/** Nothing acknowledged is lost, nothing is half there. @returns the moves that had been made and not answered */
export async function proveRides(town: Town, lanes: readonly Lane[], losses: Losses): Promise<number> {
  for (const [broken, query] of WHOLE) {
    const rows = await town.query<{ id: number }>(query)
    if (rows.length > 0)
      losses.push(
        `${rows.length} ${broken}: ${rows
          .slice(0, 5)
          .map(({ id }) => id)
          .join(', ')}`,
      )
  }
  const rows = await town.query<{ id: number; state: string }>('select id::int as id, state from services')
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  let unanswered = rows.length - lanes.reduce((sum, { ids }) => sum + ids.size, 0)
  for (const lane of lanes) {
    for (const [key, step] of lane.acknowledged) {
      const state = states.get(lane.ids.get(key) ?? 0)
      const [stands, said] = [STEPS.findIndex((one) => one === state), STEPS.indexOf(step)]
      if (stands < said) losses.push(`${key} was acknowledged as ${step} and is ${state ?? 'gone'}`)
      if (stands > said + 1) losses.push(`${key} was acknowledged as ${step} and is ${state}, two steps on`)
      if (stands === said + 1) unanswered++
    }
  }
  return unanswered
}
