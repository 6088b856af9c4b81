import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError, wrong } from '#engine/model'
import { raisedIn, type Tx } from '#engine/server'
import { accountKey, type EntryKind } from './account'
import { toAmount, type Cents } from '../model/cents'
import { lockAccounts, type Leg, type LockedAccount } from './accounts'
import { houseText } from './house-money'

export interface Posting {
  /** The same for every try: who posts twice gets the entry that stands. */
  readonly key: string
  readonly kind: EntryKind
  readonly currency: string
  readonly effectiveAt: Date
  readonly now: Date
  /** The record that it comes from. */
  readonly source?: { readonly table: string; readonly id: number }
  readonly text?: string
  /** Row of `users`; absent: the program itself. */
  readonly who?: number | null
  readonly postings: readonly Leg[]
  /** It is done whatever the floors say: what happened cannot be refused. */
  readonly over?: boolean
  /** Field that a refusal is told at, `amount` by default. */
  readonly at?: string
  readonly reverses?: number
}

export interface Posted {
  readonly id: number
  /** False: the entry stood already. */
  readonly isNew: boolean
  /** Account key → what is in it after this entry. */
  readonly balances: ReadonlyMap<string, Cents>
}

/**
 * Writes one entry into the books, in the caller's transaction: the accounts are locked until it ends.
 * @throws {AppError} VALIDATION at `at` where an account would fall below its floor; CONFLICT where the key, or the
 * reversal, stands with other data
 * @throws {RangeError} where the postings are none, or do not come to zero
 */
export async function post(tx: Tx, posting: Posting): Promise<Posted> {
  const { key, kind, currency, effectiveAt, now, source, text, who = null, reverses = null } = posting
  const legs = gathered(posting.postings, currency)
  const hash = hashOf(posting, legs)
  const stamp = now.toISOString()
  const {
    rows: [entry],
  } = await sql<{ id: number }>`
    insert into ledger_entries (key, input_hash, kind, effective_at, name, source, id_source, reverses, id_user,
      date_created, date_updated)
    values (${key}, ${hash}, ${kind}, ${effectiveAt.toISOString()}, ${text?.slice(0, 200) ?? null},
      ${source?.table ?? null}, ${source?.id ?? null}, ${reverses}, ${who}, ${stamp}, ${stamp})
    on conflict do nothing returning id`.execute(tx)
  if (!entry) return standing(tx, key, hash)
  const accounts = await lockAccounts(tx, legs, currency, stamp)
  const balances = new Map<string, Cents>()
  // Not the least id first but as the accounts were locked: the same order.
  for (const account of accounts) {
    const leg = legs.find((one) => accountKey(one.account, currency) === account.key)
    if (!leg) continue
    const after = account.balance + leg.amount
    if (!posting.over) await assertFloor(tx, leg, account, after, posting.at)
    const [amount, value, left] = [String(leg.amount), toAmount(leg.amount), toAmount(after)]
    await sql`insert into ledger_postings (id_entry, id_account, amount, value, balance, date_created, date_updated)
      values (${entry.id}, ${account.id}, ${amount}::bigint, ${value}::numeric, ${left}::numeric, ${stamp},
        ${stamp})`.execute(tx)
    await sql`update ledger_accounts set balance = ${String(after)}::bigint, value = ${left}::numeric,
      floor = coalesce(${leg.floor === undefined ? null : String(leg.floor)}::bigint, floor),
      ${raisedIn('ledger_accounts', now)} where id = ${account.id}`.execute(tx)
    balances.set(account.key, after)
  }
  return { id: Number(entry.id), isNew: true, balances }
}

/** One leg for each account, without those that come to nothing. */
function gathered(postings: readonly Leg[], currency: string): readonly Leg[] {
  const byKey = new Map<string, Leg>()
  for (const leg of postings) {
    const key = accountKey(leg.account, currency)
    const before = byKey.get(key)
    const floor = leg.floor ?? before?.floor
    byKey.set(key, {
      account: leg.account,
      amount: (before?.amount ?? 0n) + leg.amount,
      ...(floor === undefined ? {} : { floor }),
    })
  }
  const legs = [...byKey.values()].filter(({ amount }) => amount !== 0n)
  if (legs.length === 0) throw new RangeError('an entry of the books has at least two postings')
  if (legs.reduce((sum, { amount }) => sum + amount, 0n) !== 0n)
    throw new RangeError('the postings of an entry of the books come to zero')
  return legs
}

function hashOf({ kind, currency, source, reverses }: Posting, legs: readonly Leg[]): string {
  const said = legs.map(({ account, amount }) => `${accountKey(account, currency)} ${amount}`).sort()
  return createHash('sha256')
    .update(JSON.stringify([kind, currency, source?.table ?? null, source?.id ?? null, reverses ?? null, said]))
    .digest('hex')
}

async function assertFloor(
  tx: Tx,
  { amount, floor }: Leg,
  { balance }: LockedAccount,
  after: Cents,
  at = 'amount',
): Promise<void> {
  if (floor === undefined || amount > 0n || after >= floor) return
  throw wrong(at, 'ledger.below_floor', { balance: await houseText(tx, balance), floor: await houseText(tx, floor) })
}

/** The entry that stands by this key. */
async function standing(tx: Tx, key: string, hash: string): Promise<Posted> {
  const {
    rows: [entry],
  } = await sql<{
    id: number
    input_hash: string
  }>`select id, input_hash from ledger_entries where key = ${key}`.execute(tx)
  if (!entry) throw new AppError('CONFLICT', { say: 'ledger.reversed_already' })
  if (entry.input_hash !== hash) throw new AppError('CONFLICT', { say: 'ledger.key_used' })
  const { rows } = await sql<{
    key: string
    balance: string
  }>`select a.key, round(p.balance * 100)::bigint::text as balance
    from ledger_postings p join ledger_accounts a on a.id = p.id_account where p.id_entry = ${entry.id}`.execute(tx)
  return { id: Number(entry.id), isNew: false, balances: new Map(rows.map((row) => [row.key, BigInt(row.balance)])) }
}
