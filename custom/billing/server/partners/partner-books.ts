import { sql } from 'kysely'
import type { JsonObject } from '#engine/model'
import type { Tx } from '#engine/server'
import { type Cents, toCents } from '../../../ledger/server'
import { type AtBooks, enter, takeBack } from '../books'
import { netOf, OF_PARTNERS } from '../open-items'

const keyOf = (id: number, move: 'issue' | 'pay'): string => `partner_statements:${id}:${move}`
const source = (id: number) => ({ table: 'partner_statements', id })

/** What the house owes a partner (below zero: they owe it) by the statements that were issued and not paid. */
export async function owedToPartner(tx: Tx, id_partner: number): Promise<Cents> {
  const { rows: [row] } = await sql<{ readonly owed: string }>`select coalesce(sum(amount), 0)::text as owed from partner_statements where id_partner = ${id_partner} and state = '2' and date_deleted is null`.execute(tx)
  return toCents(row?.owed ?? '0')
}

/** Orders are in the books from their delivery on: a statement adds its lines of one's own. */
export async function bookPartnerIssue(at: AtBooks, record: JsonObject): Promise<Cents> {
  const [id, id_company] = [Number(record['id']), Number(record['id_partner'])]
  const { rows: [row] } = await sql<{ readonly minor: string }>`select coalesce(sum(minor), 0)::text as minor from billable_items where id_partner_statement = ${id}`.execute(at.tx)
  const own = await netOf(at.tx, OF_PARTNERS, id) - BigInt(row?.minor ?? 0)
  await enter(at, { key: keyOf(id, 'issue'), kind: 'item', source: source(id), postings: [{ account: { kind: 'partner_payable', id_company }, amount: own }, { account: { kind: 'fares' }, amount: -own }] })
  return owedToPartner(at.tx, id_company)
}

/** Paid from the bank, or into it where the partner owed. */
export async function bookPartnerPayment(at: AtBooks, record: JsonObject): Promise<void> {
  const [id, id_company] = [Number(record['id']), Number(record['id_partner'])]
  const net = await netOf(at.tx, OF_PARTNERS, id)
  await enter(at, { key: keyOf(id, 'pay'), kind: 'payment', source: source(id), postings: [{ account: { kind: 'partner_payable', id_company }, amount: -net }, { account: { kind: 'bank' }, amount: net }] })
}

export const bookPartnerVoid = (at: AtBooks, record: JsonObject): Promise<void> => takeBack(at, keyOf(Number(record['id']), 'issue'))
