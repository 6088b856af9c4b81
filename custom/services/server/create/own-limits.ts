import { sql } from 'kysely'
import { AppError, type JsonObject, todayIn } from '#engine/model'
import { tell, type Tx } from '#engine/server'
import { hidesSums } from './hides-sums'
import { isNearLimit, monthSql } from './spending-limit'

interface Booked {
  readonly id_client: number
  readonly id_company: number
  readonly id_company_area: number | null
  /** When the ride takes place. */
  readonly at: Date
  readonly now: Date
  /** In currency units. */
  readonly price_total: number
  /** The asker is staff, who see every price. */
  readonly staff: boolean
  /** The service being changed, whose old price does not count. */
  readonly except?: number
}

interface Held {
  readonly spending_limit: number | null
  readonly ride_limit: number | null
  readonly spent: number
  readonly spending_warned: string | null
}

/** Whose limits a company sets within itself, and by which column of its rides. */
const WHOSE = [
  { table: 'users', column: 'id_client', who: 'client' },
  { table: 'company_areas', column: 'id_company_area', who: 'area' },
] as const

/**
 * Checks what a company lets one of its people, and one of its areas, spend in a month and on one ride. Simultaneous
 * bookings run one after the other.
 * @throws {AppError} VALIDATION at `id_client`
 */
export async function assertWithinOwnLimits(tx: Tx, settings: JsonObject, booked: Booked): Promise<void> {
  for (const { table, column, who } of WHOSE) {
    const id = booked[column]
    const held = id === null ? null : await heldBy(tx, settings, { table, column, id, ...booked })
    if (id === null || !held) continue
    const { price_total, staff } = booked
    const hides = async (): Promise<boolean> => !staff && (await hidesSums(tx, booked.id_company, booked.now))
    if (held.ride_limit && price_total > held.ride_limit)
      throw refused(`over_ride_limit_${who}`, { limit: held.ride_limit, price: price_total }, await hides())
    if (!held.spending_limit) continue
    const left = held.spending_limit - held.spent
    if (price_total > left)
      throw refused(
        `over_limit_${who}`,
        { left: Math.max(0, Math.round(left * 100) / 100), price: price_total },
        await hides(),
      )
    const limit = held.spending_limit
    if (!isNearLimit({ limit, left }) && isNearLimit({ limit, left: left - price_total }))
      await warn(tx, settings, table, id, held, booked.at)
  }
}

/** Of two sums, one before and one after a ride, its price is the difference: who may not see it is told none. */
function refused(key: string, params: { readonly [name: string]: number }, isHidden: boolean): AppError {
  const error = isHidden ? { key: `services.${key}_hidden` } : { key: `services.${key}`, params }
  return new AppError('VALIDATION', { errors: { id_client: error } })
}

interface Whose {
  readonly table: 'users' | 'company_areas'
  readonly column: 'id_client' | 'id_company_area'
  readonly id: number
  readonly id_company: number
  readonly at: Date
  readonly except?: number
}

/** Null: none is set. The row is locked, so that of two bookings the second counts the first. */
async function heldBy(
  tx: Tx,
  settings: JsonObject,
  { table, column, id, id_company, at, except = undefined }: Whose,
): Promise<Held | null> {
  const {
    rows: [row],
  } = await sql<
    Omit<Held, 'spent'>
  >`select spending_limit::float8 as spending_limit, ride_limit::float8 as ride_limit, spending_warned
    from ${sql.table(table)} where id = ${id} and id_company = ${id_company} and (coalesce(spending_limit, 0) > 0
      or coalesce(ride_limit, 0) > 0) for no key update`.execute(tx)
  if (!row) return null
  const {
    rows: [sum],
  } = await sql<{ readonly spent: number }>`
    select coalesce(sum(case when s.state = 'canceled' then coalesce(s.price_cancel, 0) else coalesce(s.price_total,
      0) end), 0)::float8 as spent
    from services s, ${monthSql(at, settings)} as month
    where s.${sql.ref(column)} = ${id} and s.id_company = ${id_company} and s.date_deleted is null
      and s.id is distinct from ${except ?? null}::integer
      and coalesce(s.date_scheduled, s.date_created) >= month.begins and coalesce(s.date_scheduled,
        s.date_created) < month.ends`.execute(tx)
  return { ...row, spent: sum?.spent ?? 0 }
}

/** The month is noted, and the company's administrators are told once in it (`on` of the catalogues). */
async function warn(
  tx: Tx,
  settings: JsonObject,
  table: 'users' | 'company_areas',
  id: number,
  { spending_warned }: Held,
  at: Date,
): Promise<void> {
  const month = todayIn(String(settings['timezone'] ?? '') || 'UTC', at).slice(0, 7)
  if (spending_warned === month) return
  await sql`update ${sql.table(table)} set spending_warned = ${month} where id = ${id}`.execute(tx)
  await tell(tx, table, { id, before: { spending_warned }, after: { spending_warned: month }, by: null })
}
