import { sql } from 'kysely'
import { tables } from '#app/tables'
import type { CallContext, Db, Tx } from '#engine/server'

/** Whether clients of the house have wallets. */
export const hasWallet = ({ settings }: Pick<CallContext, 'settings'>): boolean =>
  Number(settings['app_client_wallet_enabled'] ?? 0) === 1

/** What is in the client's wallet, in currency units. */
export async function balanceOf(db: Db | Tx, id_user: number): Promise<number> {
  const row = await tables(db)
    .selectFrom('users')
    .where('id', '=', id_user)
    .select(sql<number>`coalesce(wallet_balance, 0)::float8`.as('balance'))
    .executeTakeFirst()
  return row?.balance ?? 0
}
