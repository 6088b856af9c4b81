import { sql } from 'kysely'
import { AppError, HOUR_MS } from '#engine/model'
import { columnsSql, type OwnTable, type Tx } from '#engine/server'

const moment = 'timestamp with time zone'

/**
 * What visitors did lately: work that counts no second time, and what of it is limited. Names are hashed, rows last two
 * days.
 */
export const WIDGET_USES: OwnTable = {
  id: { type: 'bigint', identity: true },
  kind: { type: 'text', notNull: true },
  name: { type: 'text', notNull: true },
  date_created: { type: moment, notNull: true },
}

export async function prepareUses(tx: Tx): Promise<void> {
  await sql`create table if not exists widget_uses (${columnsSql(WIDGET_USES)})`.execute(tx)
  await sql`create unique index if not exists widget_uses_proof on widget_uses (name) where kind = 'proof'`.execute(tx)
  await sql`create index if not exists widget_uses_name on widget_uses (kind, name, date_created)`.execute(tx)
  await sql`create index if not exists widget_uses_date on widget_uses (date_created)`.execute(tx)
}

const KEPT_MS = 48 * HOUR_MS

/** How often something may be done in an hour, by one of its names. */
export interface UseLimit {
  readonly kind: string
  readonly name: string
  readonly max: number
}

/**
 * Counts something that was done under several names, over all servers, and refuses what is one too many; what is
 * refused is not counted.
 * @throws {AppError} TOO_MANY with `retry_s`
 */
export async function countUses(tx: Tx, limits: readonly UseLimit[], now: Date): Promise<void> {
  await sql`delete from widget_uses
    where date_created < ${new Date(now.getTime() - KEPT_MS).toISOString()}::timestamptz`.execute(tx)
  // Two of one name take turns, in an order that is the same for everybody.
  for (const { kind, name } of limits.toSorted((a, b) => (`${a.kind} ${a.name}` < `${b.kind} ${b.name}` ? -1 : 1))) {
    await sql`select pg_advisory_xact_lock(hashtext(${`widget_uses ${kind} ${name}`}))`.execute(tx)
  }
  await assertUses(tx, limits, now)
  for (const { kind, name } of limits) await noteUse(tx, kind, name, now)
}

/** Refuses what would be one too many, and counts nothing. @throws {AppError} TOO_MANY with `retry_s` */
export async function assertUses(tx: Tx, limits: readonly UseLimit[], now: Date): Promise<void> {
  const since = new Date(now.getTime() - HOUR_MS).toISOString()
  for (const { kind, name, max } of limits) {
    const {
      rows: [row],
    } = await sql<{ readonly n: number; readonly oldest_ms: number | null }>`
      select count(*)::int as n, (extract(epoch from min(date_created)) * 1000)::float8 as oldest_ms from widget_uses
      where kind = ${kind} and name = ${name} and date_created > ${since}::timestamptz`.execute(tx)
    if ((row?.n ?? 0) < max) continue
    const retry_s = Math.max(1, Math.ceil(((row?.oldest_ms ?? 0) + HOUR_MS - now.getTime()) / 1000))
    throw new AppError('TOO_MANY', { say: 'widgets.too_many', params: { retry_s } })
  }
}

/** @returns false where it is work that has counted already */
export async function noteUse(tx: Tx, kind: string, name: string, now: Date): Promise<boolean> {
  const { rows } =
    await sql`insert into widget_uses (kind, name, date_created) values (${kind}, ${name}, ${now.toISOString()})
      on conflict do nothing returning id`.execute(tx)
  return rows.length > 0
}
