import { sql } from 'kysely'
import { tables } from '#app/tables'
import type { JsonObject } from '#engine/model'
import { type Database, type DemoWriter, enterRecord } from '#engine/server'
import { feeOf, settleOrder } from '../../delivery/server'
import type { Moments } from '../model/moments'
import type { Random } from '../model/random'
import { type DemoDelivery, putDemoDelivery } from './fill-delivery'
import { decimalOfCents } from './ridden'

const NOON_S = 12 * 3600
/** Days of the statements, and when they were issued and the first was paid, counted from today. */
const [FIRST, LAST, ISSUED, PAID] = [-30, -8, -7, -5]
const CONTRACT = { name: 'Aliados 15 %', fee_amount: '1.00', fee_percentage: '15' }
/** Type of the tariff by which the demo's stores send (`tarifs.type`). */
const COURIER = '4'
/** From the hand-over to the door. */
const BRINGS_MS = 25 * 60_000

interface Sums {
  readonly id_partner: number
  readonly kind: string
  readonly orders: number
  readonly minor: number
}
const NAMES: { readonly [kind: string]: string } = {
  sale: 'Ventas',
  delivery: 'Envíos que hizo',
  commission: 'Comisión',
  cash_held: 'Cobrado a sus clientes',
}

/**
 * Stores and their orders, what those that were delivered came to by a contract of their partners, and the statements
 * of the first weeks: the first partner's is paid.
 */
export async function putDemoTrade(
  database: Database,
  writer: DemoWriter,
  random: Random,
  moments: Moments,
  people: Omit<DemoDelivery, 'payments' | 'id_tarif'>,
): Promise<void> {
  const { db } = database
  const payments = await tables(db)
    .selectFrom('payment_methods')
    .where('type', 'in', ['cash', 'card'])
    .select('id')
    .orderBy('id')
    .execute()
  const courier = await tables(db).selectFrom('tarifs').where('type', '=', COURIER).select('id').executeTakeFirst()
  await putDemoDelivery(writer, random, moments, {
    ...people,
    id_tarif: courier?.id ?? null,
    payments: payments.map(({ id }) => id),
  })
  const made = { date_created: moments.clock(-120, NOON_S).toISOString() }
  const [contract = 0] = await writer.insert('subscriptions', 1, () => ({ ...CONTRACT, ...made }))
  await tables(db)
    .updateTable('companies')
    .set({ id_subscription: contract })
    .where(
      'id',
      'in',
      people.partners.map(({ id }) => id),
    )
    .execute()
  const orders = await tables(db)
    .selectFrom('orders')
    .where('store_state', '=', '4')
    .select(['id', 'date_created'])
    .orderBy('date_created')
    .orderBy('id')
    .execute()
  await database.transaction(async (tx) => {
    for (const { id, date_created } of orders) {
      const there = new Date(new Date(date_created).getTime() + BRINGS_MS)
      await tables(tx)
        .updateTable('orders')
        .set({ date_delivered: there, price_fee: decimalOfCents(Number(await feeOf(tx, id))) })
        .where('id', '=', id)
        .execute()
      await settleOrder(tx, id, { now: there, who: null })
    }
  })
  await putStatements(database, writer, moments)
}

async function putStatements(database: Database, writer: DemoWriter, moments: Moments): Promise<void> {
  const [from, until] = [moments.clock(FIRST, 0), moments.clock(LAST + 1, 0)].map((at) => at.toISOString())
  const { rows } =
    await sql<Sums>`select id_partner::float8 as id_partner, kind, count(distinct id_order)::integer as orders,
      sum(minor)::integer as minor from billable_items
    where side = 'partner' and effective_at < ${until}::timestamptz group by 1, 2
    order by 1, array_position(array['sale', 'delivery', 'commission', 'cash_held'], kind)`.execute(database.db)
  const parties = [...new Set(rows.map(({ id_partner }) => id_partner))].map((id_partner) => ({
    id_partner,
    lines: rows.filter((one) => one.id_partner === id_partner),
  }))
  const day = (at: number): string => moments.clock(at, 0).toISOString().slice(0, 10)
  const made: JsonObject = { date_created: moments.clock(ISSUED, NOON_S).toISOString() }
  const sumOf = (lines: readonly Sums[], ...kinds: readonly string[]): number =>
    lines.reduce((sum, { kind, minor }) => (kinds.length === 0 || kinds.includes(kind) ? sum + minor : sum), 0)
  const amounts = parties.map(({ lines }) => sumOf(lines))
  const ids = await writer.insert('partner_statements', parties.length, (at): JsonObject => {
    const { id_partner = 0, lines = [] } = parties[at] ?? {}
    const amount = amounts[at] ?? 0
    return {
      id_partner,
      number: `A-${day(ISSUED).slice(0, 4)}-${String(at + 1).padStart(6, '0')}`,
      date_from: day(FIRST),
      date_to: day(LAST),
      from_services: 1,
      starts_at: from ?? null,
      until_at: until ?? null,
      ...made,
      sales: decimalOfCents(sumOf(lines, 'sale', 'delivery')),
      commission: decimalOfCents(-sumOf(lines, 'commission')),
      amount: decimalOfCents(amount),
      action_type: amount >= 0 ? 'pay' : 'charge',
      balance_before: '0.00',
      balance_after: decimalOfCents(amount),
      state: at === 0 ? '3' : '2',
      date_issued: day(ISSUED),
      ...(at === 0 && { date_paid: day(PAID), reference: 'OP-51877' }),
    }
  })
  const items = parties.flatMap(({ lines }, at) =>
    lines.map(
      ({ kind, orders, minor }, rank): JsonObject => ({
        id_partner_statement: ids[at] ?? 0,
        kind,
        name: `${NAMES[kind] ?? kind} (${orders} pedido${orders === 1 ? '' : 's'})`,
        amount: decimalOfCents(minor),
        rank: rank + 1,
        ...made,
      }),
    ),
  )
  await writer.insert('partner_statement_items', items.length, (at) => items[at] ?? {})
  if (ids.length > 0)
    await writer.insert('series_counters', 1, () => ({
      counter: JSON.stringify(['partner_statements', 'number', day(ISSUED).slice(0, 4)]),
      last: ids.length,
      ...made,
    }))
  await database.transaction(async (tx) => {
    for (const [at, { id_partner }] of parties.entries()) {
      await sql`update billable_items set id_partner_statement = ${ids[at] ?? 0}
        where side = 'partner' and id_partner = ${id_partner} and effective_at < ${until}::timestamptz`.execute(tx)
    }
    const [first] = ids
    if (first !== undefined)
      await enterRecord(tx, {
        entity: 'partner_statements',
        id: Number(first),
        rule: 'pay',
        now: moments.clock(PAID, NOON_S),
        who: null,
      })
  })
}
