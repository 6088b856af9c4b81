import { sql } from 'kysely'
import type { Tx } from '#engine/server'
import { balance, type Cents, houseCurrency, toCents } from '../../ledger/server'

/** What the house owes a driver (below zero: they owe it) by the statements that were issued and not paid. */
export async function owedTo(tx: Tx, id_user: number): Promise<Cents> {
  return balance(tx, { kind: 'driver_payable', id_user }, await houseCurrency(tx))
}

/** The same of a partner, whose account has each order from its delivery on. */
export async function owedToPartner(tx: Tx, id_partner: number): Promise<Cents> {
  const {
    rows: [row],
  } = await sql<{
    readonly owed: string
  }>`select coalesce(sum(amount), 0)::text as owed from partner_statements where id_partner = ${id_partner}
    and state = '2' and date_deleted is null`.execute(tx)
  return toCents(row?.owed ?? '0')
}
