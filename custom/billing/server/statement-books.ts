import { sql } from 'kysely'
import type { JsonObject } from '#engine/model'
import type { Tx } from '#engine/server'
import { type AccountName, balance, type Cents, houseCurrency, type Leg } from '../../ledger/server'
import { type AtBooks, enter, isEntered, takeBack } from './books'
import { netOf, OF_DRIVERS } from './open-items'

/** The house's account that a kind of item goes against; the rest, lines of one's own too, against what rides come to. */
const AGAINST = { commission: 'commission', commission_taken: 'commission', cash_held: 'driver_cash', penalty: 'penalty', incident: 'incidents' } as const

const keyOf = (id: number, move: 'issue' | 'pay'): string => `liquidations:${id}:${move}`

/** What the house owes a driver (below zero: they owe it) by the statements that were issued and not paid. */
export async function owedTo(tx: Tx, id_user: number): Promise<Cents> {
  return balance(tx, { kind: 'driver_payable', id_user }, await houseCurrency(tx))
}

/** What the house owes its driver from now on (below zero: they owe it), against what it is made of. @returns what it owed them before */
export async function bookIssue(at: AtBooks, record: JsonObject): Promise<Cents> {
  const { tx } = at
  const [id, id_user] = [Number(record['id']), Number(record['id_driver'])]
  const { rows } = await sql<{ readonly kind: string; readonly minor: string }>`select kind, sum(minor)::text as minor from billable_items where id_liquidation = ${id} and side = 'driver' group by 1`.execute(tx)
  const net = await netOf(tx, OF_DRIVERS, id)
  const legs = rows.flatMap(({ kind, minor }): Leg[] => (kind in AGAINST ? [{ account: accountOf(kind as keyof typeof AGAINST, id_user), amount: -BigInt(minor) }] : []))
  const rest = net + legs.reduce((sum, { amount }) => sum + amount, 0n)
  await write(at, { id, move: 'issue', kind: 'item', postings: [{ account: { kind: 'driver_payable', id_user }, amount: net }, ...legs, { account: { kind: 'fares' }, amount: -rest }] })
  // Nobody else has written into the account since: it is locked.
  return await owedTo(tx, id_user) - net
}

/** Paid from the bank, or into it where the driver owed. One that was issued before there were books is written with it. */
export async function bookPayment(at: AtBooks, record: JsonObject): Promise<void> {
  const [id, id_user] = [Number(record['id']), Number(record['id_driver'])]
  if (!await isEntered(at.tx, keyOf(id, 'issue'))) await bookIssue(at, record)
  const net = await netOf(at.tx, OF_DRIVERS, id)
  await write(at, { id, move: 'pay', kind: 'payment', postings: [{ account: { kind: 'driver_payable', id_user }, amount: -net }, { account: { kind: 'bank' }, amount: net }] })
}

export const bookVoid = (at: AtBooks, record: JsonObject): Promise<void> => takeBack(at, keyOf(Number(record['id']), 'issue'))

const accountOf = (kind: keyof typeof AGAINST, id_user: number): AccountName => (kind === 'cash_held' ? { kind: AGAINST[kind], id_user } : { kind: AGAINST[kind] })

interface Entry { readonly id: number; readonly move: 'issue' | 'pay'; readonly kind: 'item' | 'payment'; readonly postings: readonly Leg[] }

const write = (at: AtBooks, { id, move, kind, postings }: Entry): Promise<void> => enter(at, { key: keyOf(id, move), kind, source: { table: 'liquidations', id }, postings })
