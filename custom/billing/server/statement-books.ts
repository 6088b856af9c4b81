import { sql } from 'kysely'
import { living } from '#app/tables'
import type { Tx } from '#engine/server'
import { balance, type Cents, houseCurrency, toCents } from '../../ledger/server'

/** What the house owes a driver (below zero: they owe it) by the statements that were issued and not paid. */
export async function owedTo(tx: Tx, id_user: number): Promise<Cents> {
  return balance(tx, { kind: 'driver_payable', id_user }, await houseCurrency(tx))
}

/** The same of a partner, whose account has each order from its delivery on. */
export async function owedToPartner(tx: Tx, id_partner: number): Promise<Cents> {
  const { owed } = await living(tx, 'partner_statements')
    .select(sql<string>`coalesce(sum(amount), 0)::text`.as('owed'))
    .where('id_partner', '=', id_partner)
    .where('state', '=', '2')
    .executeTakeFirstOrThrow()
  return toCents(owed)
}
