import { sql } from 'kysely'
import { tables } from '#app/tables'
import type { Tx } from '#engine/server'

/**
 * An amount that the program itself puts into somebody's wallet: approved at once, in the balance from the commit on. The formulas of the catalogue are
 * worked out here, as the engine works them out only for writes of its own.
 * @param amount in the currency's units, as the database gives it
 */
export async function creditWallet(tx: Tx, { id_user, amount, name, now }: { readonly id_user: number; readonly amount: string; readonly name: string; readonly now: Date }): Promise<void> {
  // Whoever approves a movement of theirs waits here, and adds to this one.
  const { type_user, balance } = await tables(tx).selectFrom('users').select(['type_user', sql<string>`(coalesce(wallet_balance, 0) + ${amount}::numeric)::text`.as('balance')])
    .where('id', '=', id_user).forNoKeyUpdate().executeTakeFirstOrThrow()
  const stamp = now.toISOString()
  await tables(tx).insertInto('wallets').values({
    id_user, us_type: type_user, transaction: 'recharge', name, amount, effect: amount, balance, state: '2', date_created: stamp, date_updated: stamp,
  }).execute()
  await tables(tx).updateTable('users').set({ wallet_balance: balance }).where('id', '=', id_user).execute()
}
