import { sql } from 'kysely'
import { living, type Row, tables } from '#app/tables'
import { wrong } from '#engine/model'
import type { Tx } from '#engine/server'
import {
  accountKey,
  type AccountName,
  balance,
  type Cents,
  houseCurrency,
  houseText,
  post,
  toCents,
} from '../../ledger/server'

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
 * A wallet as it is in the books; whoever else writes into it waits until the transaction ends. One from before the
 * books is brought over by an entry of its own, with what was in it.
 */
export async function heldWallet(tx: Tx, id_user: number, now: Date): Promise<HeldWallet> {
  const { type_user, held } = await tables(tx)
    .selectFrom('users')
    .select(['type_user', sql<string>`coalesce(wallet_balance, 0)::text`.as('held')])
    .where('id', '=', id_user)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const account = walletOf(id_user, type_user)
  const currency = await houseCurrency(tx)
  const {
    rows: [opened],
  } = await sql`select 1 from ledger_accounts where key = ${accountKey(account, currency)}`.execute(tx)
  if (!opened) await bringOver(tx, { id_user, account, currency, held: toCents(held), now })
  return {
    account,
    currency,
    balance: await balance(tx, account, currency),
    floor: await floorOf(tx, type_user),
    type_user,
  }
}

/** The account of somebody's wallet, by the type of person. */
export const walletOf = (id_user: number, type_user: unknown): AccountName => ({
  kind: type_user === DRIVER ? 'driver_wallet' : 'client_wallet',
  id_user,
})

/** Drivers owe as much as the house lets them and still asks them for services; nobody else owes anything. */
async function floorOf(tx: Tx, type_user: string | null): Promise<Cents> {
  if (type_user !== DRIVER) return 0n
  const app = await living(tx, 'app_driver')
    .select(['app_driver_wallet_enabled', 'app_driver_wallet_block_amount'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return app?.app_driver_wallet_enabled && app.app_driver_wallet_block_amount !== null
    ? toCents(app.app_driver_wallet_block_amount)
    : 0n
}

async function bringOver(
  tx: Tx,
  {
    id_user,
    account,
    currency,
    held,
    now,
  }: {
    readonly id_user: number
    readonly account: AccountName
    readonly currency: string
    readonly held: Cents
    readonly now: Date
  },
): Promise<void> {
  if (held === 0n) return
  await post(tx, {
    key: `opening:${accountKey(account, currency)}`,
    kind: 'opening',
    currency,
    effectiveAt: now,
    now,
    source: { table: 'users', id: id_user },
    over: true,
    postings: [
      { account: { kind: 'opening' }, amount: -held },
      { account, amount: held },
    ],
  })
}

/**
 * @param told what its holder knows to be in it
 * @throws {AppError} VALIDATION at `amount` where taking it out would lead below the floor
 */
export async function assertFloor(
  tx: Tx,
  { balance: there, floor }: HeldWallet,
  cents: Cents,
  told = there,
): Promise<void> {
  if (cents >= 0n || there + cents >= floor) return
  throw wrong('amount', 'ledger.below_floor', { balance: await houseText(tx, told), floor: await houseText(tx, floor) })
}
