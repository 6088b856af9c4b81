import { sql } from 'kysely'
import { AppError, compareDecimals, type JsonObject } from '#engine/model'
import type { Tx } from '#engine/server'
import type { Price, PriceConflict } from '../../model/prices-calls'
import type { NamedPrice } from './named-prices'

/** Refuses to write over what somebody else did since it was read; a price that came to the same amount is no conflict. @throws {AppError} CONFLICT */
export async function refuseConflicts(tx: Tx, named: readonly NamedPrice[], heldOf: (one: NamedPrice) => Price | undefined): Promise<void> {
  const changed = named.flatMap((one) => {
    const held = heldOf(one)
    const { version, amount } = one.asked
    return held && version !== undefined && version !== held.version && !isSameAmount(amount, held.amount) ? [{ at: one.at, held }] : []
  })
  if (changed.length === 0) return
  const writers = await lastWriters(tx, changed.map(({ held }) => held.id))
  const conflicts = changed.map(({ at, held }): PriceConflict => ({ at, ...held, by: null, date: null, ...writers.get(held.id) }))
  const by = [...new Set(conflicts.flatMap((one) => one.by ?? []))].join(', ')
  throw new AppError('CONFLICT', {
    say: by ? 'prices.conflict_by' : 'prices.conflict',
    params: { smart_count: conflicts.length, by },
    body: { conflicts: conflicts.map((one): JsonObject => ({ ...one })) },
  })
}

const isSameAmount = (asked: Price['amount'], held: Price['amount']): boolean =>
  asked === null || held === null ? asked === held : compareDecimals(asked, held) === 0

async function lastWriters(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, { readonly by: string | null; readonly date: string }>> {
  const { rows } = await sql<{ id: number; by: string | null; date: string | Date }>`
    select distinct on (l.id_target) l.id_target as id, nullif(trim(concat(u.name, ' ', u.surname)), '') as by, l.date_created as date
    from logs as l left join users as u on u.id = l.id_user
    where l.target = 'prices' and l.id_target = any(${[...ids]}::int[])
    order by l.id_target, l.id desc`.execute(tx)
  return new Map(rows.map(({ id, by, date }) => [Number(id), { by, date: new Date(date).toISOString() }]))
}
