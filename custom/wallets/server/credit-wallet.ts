import { sql } from 'kysely'
import { tables } from '#app/tables'
import type { Tx } from '#engine/server'

interface Posting {
  readonly id_user: number
  /** In the currency's units, as the database gives it. */
  readonly amount: string
  readonly name: string
  readonly now: Date
}

/**
 * An amount that the program itself puts into somebody's wallet: approved at once, in the balance from the commit on. The formulas of the catalogue are
 * worked out here, as the engine works them out only for writes of its own.
 */
export const creditWallet = (tx: Tx, posting: Posting): Promise<boolean> => post(tx, posting, 'recharge')

/** The same the other way. @returns false where there is less in the wallet: nothing is taken then */
export const debitWallet = (tx: Tx, posting: Posting): Promise<boolean> => post(tx, posting, 'discount')

async function post(tx: Tx, { id_user, amount, name, now }: Posting, transaction: 'recharge' | 'discount'): Promise<boolean> {
  const effect = transaction === 'recharge' ? amount : `-${amount}`
  // Whoever approves a movement of theirs waits here, and adds to this one.
  const { type_user, balance, less } = await tables(tx).selectFrom('users')
    .select(['type_user', sql<string>`(coalesce(wallet_balance, 0) + ${effect}::numeric)::text`.as('balance'), sql<boolean>`coalesce(wallet_balance, 0) + ${effect}::numeric < 0`.as('less')])
    .where('id', '=', id_user).forNoKeyUpdate().executeTakeFirstOrThrow()
  if (transaction === 'discount' && less) return false
  const stamp = now.toISOString()
  await tables(tx).insertInto('wallets').values({
    id_user, us_type: type_user, transaction, name, amount, effect, balance, state: '2', date_created: stamp, date_updated: stamp,
  }).execute()
  await tables(tx).updateTable('users').set({ wallet_balance: balance }).where('id', '=', id_user).execute()
  return true
}
