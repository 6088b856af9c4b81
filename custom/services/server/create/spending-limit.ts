import { type RawBuilder, sql } from 'kysely'
import { AppError, type JsonObject, todayIn } from '#engine/model'
import { type Db, tell, type Tx } from '#engine/server'
import { hidesSums } from './hides-sums'

/** The part of its limit from which a company is warned. */
const WARN_FROM = 0.8

/** What a company may spend in a month and what is left of it; null: no limit. */
interface Limit {
  readonly limit: number
  readonly left: number
}

export const isNearLimit = ({ limit, left }: Limit): boolean => left <= limit * (1 - WARN_FROM) + 1e-9

/** The calendar month of a moment on the clock of the house: a table of one row, `begins` and `ends`. */
export function monthSql(at: Date, settings: JsonObject): RawBuilder<unknown> {
  const zone = typeof settings['timezone'] === 'string' && settings['timezone'] !== '' ? settings['timezone'] : 'UTC'
  return sql`(
    select date_trunc('month', local) at time zone ${zone} as begins, (date_trunc('month', local) + interval '1 month')
      at time zone ${zone} as ends
    from (select ${at.toISOString()}::timestamptz at time zone ${zone} as local) as now_there
  )`
}

/**
 * What a company may still spend in the calendar month of a moment, in currency units; null: no limit. Of a cancelled
 * service only the penalty counts.
 * @param except the service being changed, whose old price does not count
 */
export async function limitOfCompany(
  db: Db | Tx,
  id_company: number,
  at: Date,
  settings: JsonObject,
  except: number | null = null,
): Promise<Limit | null> {
  const {
    rows: [row],
  } = await sql<{ spending_limit: number | null; left: number | null }>`
    select c.spending_limit::float8 as spending_limit, (nullif(c.spending_limit, 0) - (
      select coalesce(sum(case when s.state = 'canceled' then coalesce(s.price_cancel, 0) else coalesce(s.price_total,
        0) end), 0) from services s
      where s.id_company = c.id and s.date_deleted is null and s.id is distinct from ${except}::integer
        and coalesce(s.date_scheduled, s.date_created) >= month.begins and coalesce(s.date_scheduled,
          s.date_created) < month.ends
    ))::float8 as "left"
    from companies c, ${monthSql(at, settings)} as month
    where c.id = ${id_company}`.execute(db)
  return row && row.left !== null && row.spending_limit !== null ? { limit: row.spending_limit, left: row.left } : null
}

interface Spending {
  readonly id_company: number
  /** When the ride takes place. */
  readonly at: Date
  readonly now: Date
  /** In currency units. */
  readonly price_total: number
  /** The asker is staff, who see every price. */
  readonly staff: boolean
  readonly except?: number
}

/**
 * Checks a company's limit of the month; simultaneous bookings run one after the other.
 * @throws {AppError} VALIDATION at `id_client`
 */
export async function assertWithinLimit(
  tx: Tx,
  settings: JsonObject,
  { id_company, at, now, price_total, staff, except }: Spending,
): Promise<void> {
  await sql`select id from companies where id = ${id_company} and coalesce(spending_limit,
    0) > 0 for no key update`.execute(tx)
  const limit = await limitOfCompany(tx, id_company, at, settings, except ?? null)
  if (limit === null) return
  const { left } = limit
  if (price_total <= left) {
    if (!isNearLimit(limit) && isNearLimit({ ...limit, left: left - price_total }))
      await warn(tx, id_company, at, settings)
    return
  }
  if (!staff && (await hidesSums(tx, id_company, now)))
    throw new AppError('VALIDATION', { errors: { id_client: { key: 'services.limit_reached' } } })
  const params = { left: Math.max(0, Math.round(left * 100) / 100), price: price_total }
  throw new AppError('VALIDATION', {
    say: 'services.over_limit',
    params,
    errors: { id_client: { key: 'services.over_limit', params } },
  })
}

/**
 * The month is noted at the company, which tells its administrators and the house (`on` of the catalogue) once in it.
 */
async function warn(tx: Tx, id_company: number, at: Date, settings: JsonObject): Promise<void> {
  const month = todayIn(String(settings['timezone'] ?? '') || 'UTC', at).slice(0, 7)
  const {
    rows: [before],
  } = await sql<{
    spending_warned: string | null
  }>`select spending_warned from companies where id = ${id_company}`.execute(tx)
  if (!before || before.spending_warned === month) return
  await sql`update companies set spending_warned = ${month} where id = ${id_company}`.execute(tx)
  await tell(tx, 'companies', { id: id_company, before: { ...before }, after: { spending_warned: month }, by: null })
}
