import { sql } from 'kysely'
import { living } from '#app/tables'
import { AppError, type JsonObject } from '#engine/model'
import type { Hooks, Tx } from '#engine/server'
import { toCents } from '../model/cents'
import { houseText } from './house-money'

/**
 * Money is never merged: who has an account in the books is not led to somebody else, with what is in it and all that
 * was moved there. The other way round it is done, as long as only one of the two has any.
 */
export const mergeHooks: readonly Hooks[] = [
  { entity: 'users', beforeMerge: ({ tx }, gone) => assertNoMoney(tx, 'id_user', gone) },
  { entity: 'companies', beforeMerge: ({ tx }, gone) => assertNoMoney(tx, 'id_company', gone) },
]

/** @throws {AppError} LOCKED with what is in it */
async function assertNoMoney(
  tx: Tx,
  party: 'id_user' | 'id_company',
  { id, name, surname, wallet_balance }: JsonObject,
): Promise<void> {
  const rows = await living(tx, 'ledger_accounts')
    .select(sql<string>`balance::text`.as('balance'))
    .where(party, '=', Number(id))
    .orderBy('id')
    .execute()
  // A wallet from before the books comes into them when it is first used.
  const before = toCents(String(wallet_balance ?? 0))
  if (rows.length === 0 && before === 0n) return
  const amounts = rows.length > 0 ? rows.map(({ balance }) => BigInt(balance)) : [before]
  const held = await Promise.all(amounts.map((one) => houseText(tx, one)))
  throw new AppError('LOCKED', {
    say: 'ledger.not_merged',
    params: { of: [name, surname].filter(Boolean).join(' '), held: held.join(', ') },
  })
}
