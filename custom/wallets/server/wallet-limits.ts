import { sql } from 'kysely'
import { living } from '#app/tables'
import { isCountedId, type JsonObject, wrong } from '#engine/model'
import type { Db, Tx } from '#engine/server'
import { accountKey, houseCurrency, houseText, houseZone, toAmount, toCents, type Cents } from '../../ledger/server'
import { type HeldWallet, walletOf } from './wallet-entry'

/**
 * What one movement, and all of somebody's on one day of the house, may come to; the move *Aprobar sobre el límite*,
 * whose right roles give apart, goes over both.
 * @throws {AppError} VALIDATION at `amount`
 */
export async function assertWithinLimits(
  tx: Tx,
  { account, currency }: HeldWallet,
  amount: Cents,
  now: Date,
): Promise<void> {
  const { movement: one, day } = await limitsOf(tx)
  if (one !== null && amount > one) throw wrong('amount', 'wallets.over_movement', { max: await houseText(tx, one) })
  if (day === null) return
  const moved = await movedToday(tx, accountKey(account, currency), now)
  if (moved + amount > day)
    throw wrong('amount', 'wallets.over_day', { max: await houseText(tx, day), moved: await houseText(tx, moved) })
}

/** Which movements that wait pass a limit as it is now, by their ids: for those *Aprobar* is refused. */
export async function passingLimits(db: Db, records: readonly JsonObject[], now: Date): Promise<ReadonlySet<number>> {
  const waiting = records.flatMap(({ id, id_user, id_service, us_type, state, amount }) => {
    if (state !== '1' || isCountedId(id_service) || !isCountedId(id) || !isCountedId(id_user)) return []
    return [{ id, account: walletOf(id_user, us_type), amount: toCents(String(amount)) }]
  })
  if (waiting.length === 0) return new Set()
  const [{ movement, day }, currency] = [await limitsOf(db), await houseCurrency(db)]
  if (movement === null && day === null) return new Set()
  const keys = waiting.map(({ account }) => accountKey(account, currency))
  const moved = day === null ? new Map<string, Cents>() : await movedOn(db, [...new Set(keys)], now)
  const isOver = (amount: Cents, key: string): boolean =>
    (movement !== null && amount > movement) || (day !== null && (moved.get(key) ?? 0n) + amount > day)
  return new Set(waiting.flatMap(({ id, amount }, at) => (isOver(amount, keys[at] ?? '') ? [id] : [])))
}

/** The limits of the house, null: none. */
async function limitsOf(db: Db | Tx): Promise<{ readonly movement: Cents | null; readonly day: Cents | null }> {
  const house = await living(db, 'settings_general')
    .select(['wallet_max_movement', 'wallet_max_day'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return { movement: limitOf(house?.wallet_max_movement), day: limitOf(house?.wallet_max_day) }
}

/** The limits of a driver's own wallet and what of the day's is used, in currency units, as its holder is told. */
export async function driverWalletLimits(
  db: Db,
  id_user: number,
  now: Date,
): Promise<{ readonly movement: number | null; readonly day: number | null; readonly moved_today: number }> {
  const { movement, day } = await limitsOf(db)
  const key = accountKey({ kind: 'driver_wallet', id_user }, await houseCurrency(db))
  const units = (cents: Cents | null): number | null => (cents === null ? null : Number(toAmount(cents)))
  return { movement: units(movement), day: units(day), moved_today: units(await movedToday(db, key, now)) ?? 0 }
}

const limitOf = (amount: string | number | null | undefined): Cents | null =>
  amount === null || amount === undefined ? null : toCents(String(amount))

const movedToday = async (db: Db | Tx, key: string, now: Date): Promise<Cents> =>
  (await movedOn(db, [key], now)).get(key) ?? 0n

/**
 * What was put into each account and taken out since midnight, one added to the other; what was taken back counts for
 * nothing.
 */
async function movedOn(db: Db | Tx, keys: readonly string[], now: Date): Promise<ReadonlyMap<string, Cents>> {
  const { rows } = await sql<{ key: string; moved: string }>`
    with zone as (select ${houseZone} as name)
    select a.key, sum(abs(p.amount))::text as moved from ledger_accounts a
    join ledger_postings p on p.id_account = a.id join ledger_entries e on e.id = p.id_entry, zone
    where a.key = any(${[...keys]}::text[]) and e.source = 'wallets' and e.kind in ('recharge', 'discount')
      and not exists (select 1
      from ledger_entries r where r.reverses = e.id)
      and e.effective_at >= date_trunc('day', ${now.toISOString()}::timestamptz at time zone zone.name) at time zone
      zone.name group by 1`.execute(db)
  return new Map(rows.map(({ key, moved }) => [key, BigInt(moved)]))
}
