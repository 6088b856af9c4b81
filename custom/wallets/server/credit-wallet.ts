import { type Row, tables } from '#app/tables'
import { enterRecord, type Tx } from '#engine/server'
import { type Cents, toAmount, toCents } from '../../ledger/server'
import { heldWallet } from './wallet-entry'

interface Movement {
  readonly id_user: number
  /** What it is for, by which the schema says where it goes; absent: money that was paid in or out. */
  readonly kind?: NonNullable<Row<'wallets', 'kind'>['kind']>
  /** In the currency's units, as the database gives it. */
  readonly amount: string
  readonly name: string
  readonly now: Date
  /** The ride that it pays for, or whose commission or tip it is; the order that it pays for, or of which it gives back. */
  readonly id_service?: number
  readonly id_order?: number
  /** It is taken whatever the floor says: what happened cannot be refused. */
  readonly over?: true
}

/**
 * An amount that the program itself puts into somebody's wallet: approved at once, in the books and in the balance from
 * the commit on. The formulas of the catalogue are worked out here, as the engine works them out only for writes of its
 * own.
 */
export const creditWallet = (tx: Tx, movement: Movement): Promise<boolean> => put(tx, movement, 'recharge')

/** The same the other way. @returns false where there is less in the wallet: nothing is taken then */
export const debitWallet = (tx: Tx, movement: Movement): Promise<boolean> => put(tx, movement, 'discount')

/** What may be taken from somebody's wallet; nobody else takes it until the transaction ends. */
export async function walletRoom(tx: Tx, id_user: number, now: Date): Promise<Cents> {
  const { balance, floor } = await heldWallet(tx, id_user, now)
  return balance > floor ? balance - floor : 0n
}

async function put(
  tx: Tx,
  { id_user, kind, amount, name, now, id_service, id_order, over }: Movement,
  transaction: 'recharge' | 'discount',
): Promise<boolean> {
  const cents = transaction === 'recharge' ? toCents(amount) : -toCents(amount)
  if (cents === 0n) return true
  // Whoever approves a movement of theirs waits here, and adds to this one.
  const held = await heldWallet(tx, id_user, now)
  if (cents < 0n && !over && held.balance + cents < held.floor) return false
  const stamp = now.toISOString()
  const balance = toAmount(held.balance + cents)
  const { id } = await tables(tx)
    .insertInto('wallets')
    .values({
      id_user,
      us_type: held.type_user,
      transaction,
      name,
      amount,
      effect: toAmount(cents),
      balance,
      state: '2',
      date_created: stamp,
      date_updated: stamp,
      ...(id_service !== undefined && { id_service }),
      ...(id_order !== undefined && { id_order }),
      ...(kind !== undefined && { kind }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enterRecord(tx, { entity: 'wallets', id, rule: 'entry', now, who: null })
  await tables(tx).updateTable('users').set({ wallet_balance: balance }).where('id', '=', id_user).execute()
  return true
}
