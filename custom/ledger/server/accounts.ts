import { sql } from 'kysely'
import { living } from '#app/tables'
import type { Db, Tx } from '#engine/server'
import { accountKey, type AccountName } from './account'
import { toCents, type Cents } from '../model/cents'

/** What a posting does to one account. */
export interface Leg {
  readonly account: AccountName
  /** Above zero: it goes into the account; below: it comes out of it. */
  readonly amount: Cents
  /** The account may not be taken below this. */
  readonly floor?: Cents
}

export interface LockedAccount {
  readonly id: number
  readonly key: string
  readonly balance: Cents
}

/**
 * The accounts of these legs, made where they are not there, and nobody else's until the transaction ends: first they
 * are all there, then they are taken in the order of their ids, so that two first spends wait for each other and no two
 * entries wait in a circle.
 */
export async function lockAccounts(
  tx: Tx,
  legs: readonly Leg[],
  currency: string,
  stamp: string,
): Promise<readonly LockedAccount[]> {
  const named = legs
    .map(({ account }) => ({ ...account, key: accountKey(account, currency) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const keys = named.map(({ key }) => key)
  const isNamed = sql<boolean>`key = any(${keys}::text[])`
  const there = await living(tx, 'ledger_accounts').select('key').where(isNamed).execute()
  for (const { key, kind, id_user = null, id_company = null } of named) {
    if (there.some((one) => one.key === key)) continue
    await sql`insert into ledger_accounts (key, kind, id_user, id_company, currency, balance, value, date_created,
      date_updated)
      values (${key}, ${kind}, ${id_user}, ${id_company}, ${currency}, 0, 0, ${stamp}, ${stamp})
      on conflict do nothing`.execute(tx)
  }
  const rows = await living(tx, 'ledger_accounts')
    .select(['id', 'key', sql<string>`balance::text`.as('balance')])
    .where(isNamed)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id, key, balance }) => ({ id: Number(id), key, balance: BigInt(balance) }))
}

/** What stands in an account; one that was never used has nothing. */
export async function balance(db: Db | Tx, account: AccountName, currency: string): Promise<Cents> {
  const row = await living(db, 'ledger_accounts')
    .select(sql<string>`balance::text`.as('balance'))
    .where('key', '=', accountKey(account, currency))
    .executeTakeFirst()
  return row ? BigInt(row.balance) : toCents(0)
}
