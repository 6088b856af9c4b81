import { type RawBuilder, sql } from 'kysely'
import { AppError, dayBounds, isZone, type JsonObject, wrong } from '#engine/model'
import type { Db, Tx } from '#engine/server'

/** The moments between which the days of a closing lie: from the first, up to but without the second. */
export interface Bounds {
  readonly from: string
  readonly until: string
}

/** Days on the clock of a branch. @throws {AppError} VALIDATION at `date_to` */
export function branchBounds(
  { date_from, date_to }: { readonly date_from: string; readonly date_to: string },
  zone: string,
): Bounds {
  const [first, last] = [dayBounds(date_from, zone), dayBounds(date_to, zone)]
  if (!first || !last) throw new AppError('VALIDATION', { errors: { date_from: { key: 'date' } } })
  if (date_to < date_from) throw wrong('date_to', 'documents.ends_after_start')
  return { from: first.from, until: last.until }
}

export const branchZone = (branch: string | null, settings: JsonObject): string => {
  const zone = [branch, settings['timezone']].find((one): one is string => typeof one === 'string' && isZone(one))
  return zone ?? 'UTC'
}

/** Nobody has looked at the ride yet: it comes with a later closing. */
export const isWaiting = sql<boolean>`exists (select 1 from services w
  where w.id = b.id_service and w.review = 'pending')`

/** Whose items a closing gathers, where it writes its claim, and whom its documents are for. */
export interface Side {
  readonly side: 'driver' | 'company' | 'partner'
  readonly party: 'id_driver' | 'id_company' | 'id_partner'
  readonly claim: 'id_liquidation' | 'id_invoice' | 'id_partner_statement'
}

/** A side whose documents are statements: their table, and that of their lines, which name them as items do. */
export interface Statements extends Side {
  readonly table: 'liquidations' | 'partner_statements'
  readonly lines: 'liquidation_items' | 'partner_statement_items'
  /** Whom they are for. */
  readonly parties: 'users' | 'companies'
}
export const OF_DRIVERS: Statements = {
  side: 'driver',
  party: 'id_driver',
  claim: 'id_liquidation',
  table: 'liquidations',
  lines: 'liquidation_items',
  parties: 'users',
}
export const OF_PARTNERS: Statements = {
  side: 'partner',
  party: 'id_partner',
  claim: 'id_partner_statement',
  table: 'partner_statements',
  lines: 'partner_statement_items',
  parties: 'companies',
}
export const OF_COMPANIES: Side = { side: 'company', party: 'id_company', claim: 'id_invoice' }

/**
 * Items (`billable_items as b`) up to a moment that no document has: there is no first moment, so that nothing is ever
 * left behind.
 */
export const isUnclaimed = ({ side, claim }: Side, until: string): RawBuilder<boolean> =>
  sql<boolean>`b.side = ${sql.lit(side)} and ${sql.ref(`b.${claim}`)} is null and b.date_deleted is null
    and b.effective_at < ${until}::timestamptz`

/** Those of them that a closing takes. */
export const isOpenItem = (of: Side, until: string): RawBuilder<boolean> =>
  sql<boolean>`${isUnclaimed(of, until)} and b.excluded is not true and not ${isWaiting}`

/** One line of a document that sums its services up. */
export interface ClosingLine {
  readonly party: number
  readonly kind: string
  readonly payment: string | null
  readonly minor: number
  readonly services: number
}

/**
 * What items come to, as such lines: rides by payment method, the rest by kind, all from before the first moment as
 * one.
 */
export async function closingLines(
  db: Db,
  { party }: Side,
  whose: RawBuilder<boolean>,
  from: string,
): Promise<readonly ClosingLine[]> {
  const { rows } = await sql<ClosingLine>`
    select party, kind, payment, minor::float8 as minor, services from (
      select ${sql.ref(`b.${party}`)} as party,
        case when b.effective_at < ${from}::timestamptz then 'earlier' else b.kind end as kind,
        case when b.effective_at >= ${from}::timestamptz and b.kind = 'ride' then m.name end as payment,
        sum(b.minor) as minor, count(distinct (b.id_service, b.id_order))::integer as services
      from billable_items b left join payment_methods m on m.id = b.id_payment where ${whose} group by 1, 2, 3
    ) as lines where minor <> 0
    order by party, array_position(array['sale', 'ride', 'waiting', 'toll', 'delivery', 'penalty', 'commission',
      'commission_taken', 'adjustment', 'handover', 'incident', 'cash_held', 'earlier'], kind), payment`.execute(db)
  return rows
}

type Say = (key: string, params: { readonly [name: string]: string | number }) => string

export const nameOfLine = ({ kind, payment, services }: ClosingLine, say: Say, words = 'billing.lines'): string =>
  say(`${words}.${kind}`, { payment: payment ?? say('billing.no_payment', {}), smart_count: services }).slice(0, 160)

export const unitsOf = (minor: number): string => (minor / 100).toFixed(2)

/**
 * The items of a document that is void are free for the next one; of a service that was left out meanwhile they are
 * left out with the rest of it.
 */
export const free = async (tx: Tx, { claim, side }: Side, id: number): Promise<void> => {
  const out = sql`(select max(o.excluded_reason) from billable_items o
    where o.id_service = b.id_service and o.side = ${sql.lit(side)} and o.excluded and ${sql.ref(`o.${claim}`)} is null
      and o.date_deleted is null)`
  await sql`update billable_items b set ${sql.id(claim)} = null, excluded = b.excluded is true or ${out} is not null,
    excluded_reason = coalesce(b.excluded_reason, ${out})
    where ${sql.ref(`b.${claim}`)} = ${id}`.execute(tx)
}

/** @throws {AppError} CONFLICT when what was taken is not what the draft says: nobody issues what they have not seen */
export function assertSeen(taken: readonly string[], said: readonly string[]): void {
  if ([...taken].sort().join('\n') !== [...said].sort().join('\n'))
    throw new AppError('CONFLICT', { say: 'billing.changed' })
}

export const isOfServices = ({ from_services }: JsonObject): boolean => from_services === 1 || from_services === true

/** A draft that gathers services keeps whom and which days it is of. @throws {AppError} CONFLICT */
export function assertKept(fields: readonly string[], data: JsonObject, before: JsonObject): void {
  if (fields.some((field) => data[field] !== undefined && String(data[field]) !== String(before[field])))
    throw new AppError('CONFLICT', { say: 'billing.period_stays' })
}
