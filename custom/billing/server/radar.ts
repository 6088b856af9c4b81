import { sql } from 'kysely'
import { visible } from '#app/tables'
import { AppError } from '#engine/model'
import { anyOf, serveCall } from '#engine/server'
import { KIND, isStaff } from '#app/asker'
import { AGES, type Band, radarCall } from '../model/radar-call'
import { isWaiting, branchZone } from './open-items'

interface Row {
  readonly band: number
  readonly services: number
  readonly parties: number
  readonly amount: number
}

/** `GET liquidations/radar`. Days are those of the house. */
export const radar = serveCall(radarCall, async (context) => {
  const { db, settings, now, actor } = context
  if (!isStaff(actor)) throw new AppError('FORBIDDEN')
  const drivers = await visible(db, context, 'users as u')
    .where('u.type_user', '=', KIND.driver)
    .select('u.id')
    .execute()
  const zone = branchZone(null, settings)
  const open = sql`select b.id_service, b.id_order, b.id_driver, sum(b.minor) as minor,
    bool_or(b.excluded is true) as excluded, bool_or(${isWaiting}) as waiting,
      ((${now().toISOString()}::timestamptz at time zone ${zone})::date - (min(b.effective_at) at time zone
        ${zone})::date) as age
    from billable_items b where b.side = 'driver' and b.id_liquidation is null and b.date_deleted is null
      and b.id_driver = ${anyOf(drivers.map(({ id }) => id))} group by 1, 2, 3 having sum(b.minor) <> 0`
  const { rows } =
    await sql<Row>`select width_bucket(age, ${`{${AGES.map((age) => age + 1).join(',')}}`}::integer[]) as band,
      count(*)::integer as services, count(distinct id_driver)::integer as parties, (sum(minor) / 100)::float8 as amount
    from (${open}) as o where not excluded and not waiting group by 1`.execute(db)
  const {
    rows: [kept],
  } = await sql<{
    readonly waiting: number
    readonly excluded: number
  }>`select (count(*) filter (where waiting))::integer as waiting,
    (count(*) filter (where excluded))::integer as excluded from (${open}) as o`.execute(db)
  const bands = [0, ...AGES.map((age) => age + 1)].map((from, band): Band => {
    const { services = 0, parties = 0, amount = 0 } = rows.find((one) => one.band === band) ?? {}
    return { from, to: AGES[band] ?? null, services, parties, amount }
  })
  return { bands, waiting: kept?.waiting ?? 0, excluded: kept?.excluded ?? 0 }
})
