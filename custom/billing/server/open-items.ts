import { type RawBuilder, sql } from 'kysely'
import { AppError, dayBounds, isZone, type JsonObject, wrong } from '#engine/model'
import type { Db } from '#engine/server'

/** The moments between which the days of a closing lie: from the first, up to but without the second. */
export interface Bounds { readonly from: string; readonly until: string }

/** Days on the clock of a branch. @throws {AppError} VALIDATION at `date_to` */
export function boundsOf({ date_from, date_to }: { readonly date_from: string; readonly date_to: string }, zone: string): Bounds {
  const [first, last] = [dayBounds(date_from, zone), dayBounds(date_to, zone)]
  if (!first || !last) throw new AppError('VALIDATION', { errors: { date_from: { key: 'date' } } })
  if (date_to < date_from) throw wrong('date_to', 'documents.ends_after_start')
  return { from: first.from, until: last.until }
}

export const zoneOf = (branch: string | null, settings: JsonObject): string => {
  const zone = [branch, settings['timezone']].find((one): one is string => typeof one === 'string' && isZone(one))
  return zone ?? 'UTC'
}

/** Nobody has looked at the ride yet: it comes with a later closing. */
export const isWaiting = sql<boolean>`exists (select 1 from services w where w.id = b.id_service and w.review = 'pending')`

/** Items of drivers (`billable_items as b`) that a closing up to a moment takes: there is no first moment, so that nothing is ever left behind. */
export const isOpen = (until: string): RawBuilder<boolean> =>
  sql<boolean>`b.side = 'driver' and b.id_liquidation is null and b.date_deleted is null and b.excluded is not true and b.effective_at < ${until}::timestamptz and not ${isWaiting}`

/** One line of a statement. */
export interface Line { readonly id_driver: number; readonly kind: string; readonly payment: string | null; readonly minor: number; readonly services: number }

/** What items come to, as the lines of statements: rides by payment method, the rest by kind, all from before the first moment as one. */
export async function linesOf(db: Db, whose: RawBuilder<boolean>, from: string): Promise<readonly Line[]> {
  const { rows } = await sql<Line>`
    select id_driver, kind, payment, minor::float8 as minor, services from (
      select b.id_driver, case when b.effective_at < ${from}::timestamptz then 'earlier' else b.kind end as kind,
        case when b.effective_at >= ${from}::timestamptz and b.kind = 'ride' then m.name end as payment,
        sum(b.minor) as minor, count(distinct b.id_service)::integer as services
      from billable_items b left join payment_methods m on m.id = b.id_payment where ${whose} group by 1, 2, 3
    ) as lines where minor <> 0
    order by id_driver, array_position(array['ride', 'waiting', 'toll', 'penalty', 'commission', 'adjustment', 'cash_held', 'earlier'], kind), payment`.execute(db)
  return rows
}

export const unitsOf = (minor: number): string => (minor / 100).toFixed(2)
