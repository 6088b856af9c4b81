import { sql } from 'kysely'
import { living } from '#app/tables'
import type { ExplainedLine, ExplainedSection } from '#engine/model'
import { stateObjects } from '#engine/server'
import {
  type AmountQuestion,
  idOrNone,
  isTheirs,
  moneyOf,
  amountOf,
  pathOf,
  explainSentence,
  section,
  sumOfAmounts,
  type Sections,
} from './asked'
import { entriesOf } from './of-books'

interface Order {
  readonly id: number
  readonly id_partner: number
  readonly sold: number
  readonly delivery: number
  readonly fee: number | null
  readonly own: number | null
  readonly fixed: number | null
  readonly share: number | null
  readonly id_subscription: number | null
  readonly subscription: string | null
}

async function orderOf({ context: { db } }: AmountQuestion, id: number): Promise<Order | null> {
  const {
    rows: [order],
  } = await sql<Order>`select o.id::float8 as id, o.id_partner::float8 as id_partner,
      coalesce(o.price_articles, 0)::float8 as sold, coalesce(o.price_delivery, 0)::float8 as delivery,
      o.price_fee::float8 as fee, s.fee_percentage::float8 as own,
      y.fee_amount::float8 as fixed, y.fee_percentage::float8 as share,
      y.id::float8 as id_subscription, y.name as subscription
    from orders o left join stores s on s.id = o.id_store left join companies c on c.id = o.id_partner
      left join subscriptions y on y.id = c.id_subscription and y.state = '1' and y.date_deleted is null
    where o.id = ${id} and o.date_deleted is null`.execute(db)
  return order ?? null
}

/** An amount of an order: its articles, what bringing it costs, the house's part, and where it went. */
export async function explainOrder(asked: AmountQuestion): Promise<Sections> {
  const order = await orderOf(asked, asked.id)
  if (!order) return []
  const { field } = asked
  const articles = field === 'price_fee' || field === 'price_delivery' ? [] : await articlesOf(asked, order.id)
  const brought =
    field === 'price_total' ? [{ text: explainSentence(asked, 'order.delivery'), amount: order.delivery }] : []
  // Who does not see the courier's ride has no id of it in the record.
  const ride = field === 'price_delivery' ? idOrNone(asked.record['id_service']) : null
  return [
    ride === null
      ? null
      : section(explainSentence(asked, 'of'), [
          { text: explainSentence(asked, 'ride', { id: ride }), ...pathOf(asked, 'services', ride) },
        ]),
    section(explainSentence(asked, 'parts'), summed(asked, [...articles, ...brought])),
    field === 'price_fee' ? feeOf(asked, order) : null,
    await itemsOf(asked, order.id),
    await entriesOf(asked, [{ table: 'orders', ids: [order.id] }]),
  ]
}

/** What an order came to for its partner or driver. */
export async function explainOrderItem(asked: AmountQuestion, id_order: number): Promise<Sections> {
  const { record } = asked
  const order = await orderOf(asked, id_order)
  if (!order) return []
  const revision = amountOf(record['revision'])
  const kind = String(record['kind'])
  const later = { text: explainSentence(asked, 'revision', { n: revision }), amount: amountOf(record['amount']) }
  const sold = kind === 'sale' ? summed(asked, await articlesOf(asked, order.id)) : []
  return [
    orderSection(asked, order.id),
    section(explainSentence(asked, 'parts'), revision > 1 ? [later] : sold),
    kind === 'commission' ? feeOf(asked, order) : null,
    await entriesOf(asked, [{ table: 'orders', ids: [order.id] }]),
  ]
}

/** What is given back of an order, and what the books have of it. */
export async function explainIncident(asked: AmountQuestion): Promise<Sections> {
  const id_order = idOrNone(asked.record['id_order'])
  if (id_order === null) return []
  const rows = await living(asked.context.db, 'wallets')
    .select('id')
    .where('id_order', '=', id_order)
    .where('kind', '=', 'incident')
    .execute()
  const sources = [
    { table: 'orders', ids: [id_order] },
    { table: 'wallets', ids: rows.map(({ id }) => Number(id)) },
  ]
  return [orderSection(asked, id_order), await entriesOf(asked, sources)]
}

/** The order, linked where the asker opens it. */
export const orderSection = (asked: AmountQuestion, id: number): ExplainedSection | null =>
  section(explainSentence(asked, 'of'), [
    { text: explainSentence(asked, 'order.one', { id }), ...pathOf(asked, 'orders', id) },
  ])

async function articlesOf({ context: { db } }: AmountQuestion, id_order: number): Promise<readonly ExplainedLine[]> {
  return living(db, 'order_articles as l')
    .leftJoin('articles as a', 'a.id', 'l.id_article')
    .where('l.id_order', '=', id_order)
    .select([
      sql<string>`l.quantity || ' × ' || coalesce(a.name, '#' || l.id_article)`.as('text'),
      sql<number>`coalesce(l.price_total, 0)::float8`.as('amount'),
    ])
    .orderBy('l.id')
    .execute()
}

function summed(asked: AmountQuestion, lines: readonly ExplainedLine[]): readonly ExplainedLine[] {
  if (lines.length < 2) return lines
  const amount = sumOfAmounts(lines.map((line) => line.amount ?? 0))
  return [...lines, { text: explainSentence(asked, 'sum'), amount, sum: true }]
}

/** The house's part, by the contract of today: it may have been another when it was delivered. */
function feeOf(asked: AmountQuestion, order: Order): ExplainedSection | null {
  if (order.fee === null || !isTheirs(asked, { id_user: null, id_company: order.id_partner })) return null
  const { own, subscription, id_subscription } = order
  const pct = own ?? order.share ?? 0
  const parts: readonly ExplainedLine[] = [
    ...(own === null && order.fixed ? [{ text: explainSentence(asked, 'commission.fixed'), amount: order.fixed }] : []),
    ...(pct === 0
      ? []
      : [
          {
            text: explainSentence(asked, 'commission.part', { pct, base: moneyOf(asked, order.sold) }),
            amount: Math.round(order.sold * pct) / 100,
          },
        ]),
  ]
  const other = sumOfAmounts([order.fee, ...parts.map(({ amount = 0 }) => -amount)])
  const agreed =
    subscription === null
      ? explainSentence(asked, 'commission.none')
      : explainSentence(asked, 'commission.rule', { name: subscription })
  const rule = own !== null ? explainSentence(asked, 'order.own') : agreed
  return section(explainSentence(asked, 'commission.title'), [
    { text: rule, ...(own === null && asked.staff && pathOf(asked, 'subscriptions', id_subscription)) },
    ...parts,
    ...(other === 0 ? [] : [{ text: explainSentence(asked, 'order.then'), amount: other }]),
    { text: explainSentence(asked, 'commission.sum'), amount: order.fee, sum: true },
  ])
}

const documentOf = (
  asked: AmountQuestion,
  { id_liquidation: statement, id_partner_statement: partners }: Item,
): { readonly path?: string } =>
  statement !== null
    ? pathOf(asked, 'liquidations', Number(statement))
    : pathOf(asked, 'partner_statements', Number(partners))

interface Item {
  readonly side: string
  readonly kind: string
  readonly amount: number
  readonly id_user: number | null
  readonly id_company: number | null
  readonly id_liquidation: number | null
  readonly id_partner_statement: number | null
  readonly number: string | null
}

/** What it came to for its partner and driver, and the documents that have it: what is the asker's. */
async function itemsOf(asked: AmountQuestion, id_order: number): Promise<ExplainedSection | null> {
  const rows: readonly Item[] = await living(asked.context.db, 'billable_items as b')
    .leftJoin('liquidations as l', 'l.id', 'b.id_liquidation')
    .leftJoin('partner_statements as p', 'p.id', 'b.id_partner_statement')
    .where('b.id_order', '=', id_order)
    .select(['b.id_driver as id_user', 'b.id_partner as id_company', 'b.id_liquidation', 'b.id_partner_statement'])
    .select(({ fn }) => [
      sql<string>`b.side`.as('side'),
      sql<string>`b.kind`.as('kind'),
      sql<number>`b.amount::float8`.as('amount'),
      fn.coalesce('l.number', 'p.number').as('number'),
    ])
    .orderBy('b.side', 'desc')
    .orderBy('b.id')
    .execute()
  const [kinds, sides] = (['kind', 'side'] as const).map((field) =>
    stateObjects(asked.context, 'billable_items', field),
  )
  return section(
    explainSentence(asked, 'items'),
    rows
      .filter((row) => isTheirs(asked, row))
      .map((row) => ({
        text: `${sides?.get(row.side)?.name ?? row.side} · ${kinds?.get(row.kind)?.name ?? row.kind}`,
        amount: row.amount,
        ...(row.number !== null && { note: row.number, ...documentOf(asked, row) }),
      })),
  )
}
