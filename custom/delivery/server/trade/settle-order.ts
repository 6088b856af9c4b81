import { sql } from 'kysely'
import { living } from '#app/tables'
import type { Tx } from '#engine/server'
import { accountKey, type AccountName, houseCurrency, post, toCents, type Cents } from '../../../ledger/server'
import { type OrderAccount, type OrderFacts, orderMoney, type OrderPart } from '../../model/order-parts'
import { payFromWallet } from './wallet-part'

/** In which transaction, when and by whom; `gone`: the order is being removed. */
interface Settling {
  readonly now: Date
  readonly who: number | null
  readonly gone?: true
}

interface OrderRow {
  readonly id: number
  readonly id_client: number | null
  readonly id_partner: number
  readonly id_branch: number | null
  readonly id_driver: number | null
  readonly ridden: boolean
  readonly id_payment: number | null
  readonly paid_by: OrderFacts['paid_by']
  readonly delivered: boolean
  readonly at: string
  readonly articles: string
  readonly delivery: string
  readonly fee: string
}

/**
 * What an order comes to, less what is written of it already: as items for its partner and its driver, and in the
 * books. Whatever has happened to it, and however often this is called, the items and the entries of an order come to
 * what it is now.
 */
export async function settleOrder(tx: Tx, id: number, settling: Settling): Promise<void> {
  const {
    rows: [order],
  } = await sql<OrderRow>`
    select o.id::float8 as id, o.id_client::float8 as id_client, o.id_partner::float8 as id_partner,
      o.id_branch::float8 as id_branch, o.id_driver::float8 as id_driver,
      coalesce(o.courier_state, 'none') not in ('none', 'asked') as ridden,
      o.id_payment::float8 as id_payment, coalesce(m.type, 'cash') as paid_by, o.store_state = '4'
      and o.date_delivered is not null and o.date_deleted is null as delivered,
      coalesce(o.date_delivered, ${settling.now.toISOString()}::timestamptz)::text as at,
      coalesce(o.price_articles, 0)::text as articles, coalesce(o.price_delivery, 0)::text as delivery,
      coalesce(o.price_fee, 0)::text as fee
    from orders o left join payment_methods m on m.id = o.id_payment
    where o.id = ${id} and o.id_partner is not null for no key update of o`.execute(tx)
  if (!order) return
  const delivered = order.delivered && settling.gone !== true
  const incidents = settling.gone === true ? [] : await incidentsOf(tx, id)
  const less = incidents.reduce((sum, one) => (one.given_by === 'cash' ? sum + one.amount : sum), 0n)
  const whole = delivered ? toCents(order.articles) + toCents(order.delivery) - less : 0n
  const from_wallet = await payFromWallet(tx, order, order.paid_by === 'wallet' ? whole : 0n, settling.now)
  const money = orderMoney({
    articles: toCents(order.articles),
    delivery: toCents(order.delivery),
    fee: toCents(order.fee),
    delivered,
    id_driver: order.id_driver,
    hasRide: order.ridden,
    paid_by: order.paid_by,
    from_wallet,
    incidents,
  })
  await writeItems(tx, order, money.parts)
  await enterOrder(tx, order, money.legs, settling)
}

async function incidentsOf(tx: Tx, id: number): Promise<OrderFacts['incidents']> {
  const rows = await living(tx, 'order_incidents')
    .select(['given_by', 'charged_to', sql<string>`amount::text`.as('amount')])
    .where('id_order', '=', id)
    .where('state', '=', '1')
    .where(sql<boolean>`order_incidents.amount > 0`)
    .execute()
  return rows.map(({ amount, ...rest }) => ({ ...rest, amount: toCents(amount) }))
}

/**
 * The first time all of it, later what was added or taken, as further items: those that are there are never changed.
 */
async function writeItems(tx: Tx, order: OrderRow, parts: readonly OrderPart[]): Promise<void> {
  const { id, id_partner, id_driver, id_branch, id_payment, at } = order
  const said = JSON.stringify(
    parts.map(({ side, kind, minor }) => ({
      side,
      kind,
      minor: String(minor),
      party: side === 'partner' ? id_partner : id_driver,
    })),
  )
  await sql`
    with stated as (
      select side, kind, party, minor from jsonb_to_recordset(${said}::jsonb) as p(side text, kind text, party bigint,
        minor bigint)
      union all
      select side, kind, case side when 'partner' then id_partner else id_driver end, -minor from billable_items
      where id_order = ${id}
    ), more as (select side, kind, party, sum(minor) as minor from stated group by 1, 2, 3 having sum(minor) <> 0)
    insert into billable_items (id_order, side, kind, revision, minor, amount, effective_at, id_partner, id_driver,
      id_branch, id_payment)
    select ${id}, m.side, m.kind, coalesce((select max(i.revision) from billable_items i
      where i.id_order = ${id} and i.side = m.side and i.kind = m.kind), 0)
        + row_number() over (partition by m.side, m.kind order by m.minor), m.minor, m.minor / 100.0,
      coalesce((select min(i.effective_at) from billable_items i where i.id_order = ${id}), ${at}::timestamptz),
      case m.side when 'partner' then m.party end, case m.side when 'driver' then m.party end, ${id_branch}::bigint,
      ${id_payment}::bigint
    from more m order by m.side, m.kind`.execute(tx)
}

const HOLDERS: { readonly [account in OrderAccount]?: (order: OrderRow) => Omit<AccountName, 'kind'> } = {
  partner_payable: ({ id_partner }) => ({ id_company: id_partner }),
  driver_cash: ({ id_driver }) => (id_driver === null ? {} : { id_user: id_driver }),
  client_receivable: ({ id_client }) => (id_client === null ? {} : { id_user: id_client }),
}

/** One entry for what the books lack of it. */
async function enterOrder(
  tx: Tx,
  order: OrderRow,
  legs: { readonly [account in OrderAccount]: Cents },
  { now, who }: Settling,
): Promise<void> {
  const currency = await houseCurrency(tx)
  const { id } = order
  const { rows: said } = await sql<{
    readonly key: string
    readonly kind: AccountName['kind']
    readonly id_user: number | null
    readonly id_company: number | null
    readonly amount: string
  }>`
    select a.key, a.kind, a.id_user::float8 as id_user, a.id_company::float8 as id_company,
      sum(p.amount)::text as amount
    from ledger_entries e join ledger_postings p on p.id_entry = e.id join ledger_accounts a on a.id = p.id_account
    where e.source = 'orders' and e.id_source = ${id} group by 1, 2, 3, 4`.execute(tx)
  const wanted = new Map(
    (Object.keys(legs) as OrderAccount[]).map((kind): [string, { account: AccountName; amount: Cents }] => {
      const account = { kind, ...HOLDERS[kind]?.(order) }
      return [accountKey(account, currency), { account, amount: legs[kind] }]
    }),
  )
  for (const { key, kind, id_user, id_company, amount } of said) {
    const { account, amount: whole } = wanted.get(key) ?? {
      account: { kind, ...(id_user !== null && { id_user }), ...(id_company !== null && { id_company }) },
      amount: 0n,
    }
    wanted.set(key, { account, amount: whole - BigInt(amount) })
  }
  const postings = [...wanted.values()].filter(({ amount }) => amount !== 0n)
  if (postings.length === 0) return
  const {
    rows: [{ count } = { count: 0 }],
  } = await sql<{
    readonly count: number
  }>`select count(*)::integer as count from ledger_entries where source = 'orders' and id_source = ${id}`.execute(tx)
  await post(tx, {
    key: `orders:${id}:${count + 1}`,
    kind: 'delivery',
    currency,
    effectiveAt: now,
    now,
    source: { table: 'orders', id },
    text: `Pedido ${id}`,
    who,
    over: true,
    postings,
  })
}
