import { sql } from 'kysely'
import { living, type Row, tables } from '#app/tables'
import type { Tx } from '#engine/server'
import { accountKey, balance, houseCurrency, post, toAmount, toCents, WALLET_MOVES, type AccountName, type Cents, type WalletMove } from '../../ledger/server'

const DRIVER = '2'

/** Somebody's wallet in the books. */
export interface HeldWallet {
  readonly account: AccountName
  readonly currency: string
  readonly balance: Cents
  /** What may not be taken from it. */
  readonly floor: Cents
  readonly type_user: Row<'users', 'type_user'>['type_user']
}

/**
 * A wallet as it is in the books; whoever else writes into it waits until the transaction ends. One from before the books is brought over by an entry of its own,
 * with what was in it.
 */
export async function heldWallet(tx: Tx, id_user: number, now: Date): Promise<HeldWallet> {
  const { type_user, held } = await tables(tx).selectFrom('users').select(['type_user', sql<string>`coalesce(wallet_balance, 0)::text`.as('held')]).where('id', '=', id_user).forNoKeyUpdate().executeTakeFirstOrThrow()
  const account: AccountName = { kind: type_user === DRIVER ? 'driver_wallet' : 'client_wallet', id_user }
  const currency = await houseCurrency(tx)
  const { rows: [opened] } = await sql`select 1 from ledger_accounts where key = ${accountKey(account, currency)}`.execute(tx)
  if (!opened) await bringOver(tx, { id_user, account, currency, held: toCents(held), now })
  return { account, currency, balance: await balance(tx, account, currency), floor: await floorOf(tx, type_user), type_user }
}

/** Drivers owe as much as the house lets them and still asks them for services; nobody else owes anything. */
async function floorOf(tx: Tx, type_user: string | null): Promise<Cents> {
  if (type_user !== DRIVER) return 0n
  const app = await living(tx, 'app_driver').select(['app_driver_wallet_enabled', 'app_driver_wallet_block_amount']).orderBy('id').limit(1).executeTakeFirst()
  return app?.app_driver_wallet_enabled && app.app_driver_wallet_block_amount !== null ? toCents(app.app_driver_wallet_block_amount) : 0n
}

async function bringOver(tx: Tx, { id_user, account, currency, held, now }: { readonly id_user: number; readonly account: AccountName; readonly currency: string; readonly held: Cents; readonly now: Date }): Promise<void> {
  if (held === 0n) return
  await post(tx, {
    key: `opening:${accountKey(account, currency)}`, kind: 'opening', currency, effectiveAt: now, now, source: { table: 'users', id: id_user }, over: true,
    postings: [{ account: { kind: WALLET_MOVES.opening }, amount: -held }, { account, amount: held }],
  })
}

export interface WalletEntry {
  /** The row of `wallets`. */
  readonly id: number
  readonly kind: WalletMove
  /** Above zero: into the wallet. */
  readonly amount: Cents
  readonly text: string | null
  readonly who: number | null
  readonly now: Date
  /** Whatever the floor says. */
  readonly over?: true
}

/**
 * Writes a movement of a wallet into the books, once.
 * @returns the balance after it, as the catalogue has it
 * @throws {AppError} VALIDATION at `amount` where there is less in the wallet
 */
export async function enterMovement(tx: Tx, { account, currency, floor }: HeldWallet, { id, kind, amount, text, who, now, over }: WalletEntry): Promise<string> {
  const { balances } = await post(tx, {
    key: `wallets:${id}`, kind, currency, effectiveAt: now, now, source: { table: 'wallets', id }, who, ...over && { over }, ...(text === null ? {} : { text }),
    postings: [{ account: { kind: WALLET_MOVES[kind] }, amount: -amount }, { account, amount, floor }],
  })
  return toAmount(balances.get(accountKey(account, currency)) ?? 0n)
}
