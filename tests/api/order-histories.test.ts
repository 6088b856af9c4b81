import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { eachEngine } from '../engines'
import { generationJob } from '../../custom/billing/server/generation/generation-job'
import * as fc from '../fast-check'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

const VERBS = [
  'order',
  'order',
  'order',
  'deliver',
  'deliver',
  'deliver',
  'undo',
  'incident',
  'incident',
  'forgive',
  'close',
  'close',
  'void',
  'pay',
  'close_driver',
  'fee',
] as const
const step = fc.record({
  verb: fc.constantFrom(...VERBS),
  who: fc.nat(2),
  which: fc.nat(20),
  cents: fc.integer({ min: 1, max: 5_000 }),
  flag: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never

eachEngine((engine, open) =>
  describe('random histories of orders, incidents and statements', () => {
    let at: ServicesApp
    let partner = 0
    let names = 0
    const id: { [name: string]: number } = {}
    beforeAll(async () => {
      at = await servicesApp(open, () => NOON)
      const {
        put,
        server: {
          database: { db },
          ids,
        },
      } = at
      partner = ids.companies.a
      id['fee'] = await put('subscriptions', { name: 'Aliados', fee_amount: '0.50', fee_percentage: '12.5' })
      await db
        .updateTable('companies')
        .set({ type: '2', id_branch: at.id['lima']!, id_subscription: id['fee'] })
        .where('id', '=', partner)
        .execute()
      id['type'] = await put('type_stores', { name: 'Restaurantes', coverage_radius: 20_000 })
      id['store'] = await put('stores', {
        id_partner: partner,
        id_type_store: id['type'],
        name: 'La Olla',
        address: 'Calle 1',
      })
      const section = await put('category_articles', { id_store: id['store'], name: 'Fondos' })
      id['article'] = await put('articles', {
        id_store: id['store'],
        id_category_article: section,
        name: 'Lomo',
        price: '20',
      })
      for (const type of ['card', 'wallet', 'prepaid'] as const)
        id[type] = await put('payment_methods', { name: type, type })
      id['cash'] = at.id['cash']!
      id['credit'] = at.id['credit']!
      id['luis'] = (await at.driver('Luis')).id
    })
    const post = (path: string, input: JsonObject) => at.call('root', path, input)
    const units = (cents: number): string => (cents / 100).toFixed(2)

    class History {
      readonly orders: { readonly id: number; run: string | null }[] = []
      constructor(readonly client: number) {}

      async take({ verb, who, which, cents, flag }: Step): Promise<void> {
        const order = this.orders[which % Math.max(1, this.orders.length)]
        switch (verb) {
          case 'order': {
            const paid = ['cash', 'card', 'wallet', 'prepaid', 'credit'][which % 5] ?? 'cash'
            if (paid === 'wallet' && flag) {
              const { body } = await post('wallets/recharge', { id_user: this.client, amount: units(cents) })
              await post('wallets/approve', { id: body['id'] ?? null })
            }
            const { body, text } = await post('delivery/orders/create', {
              id_client: this.client,
              id_store: id['store']!,
              dst_address: 'Av. Larco 1',
              price_delivery: units(cents % 900),
              id_payment: id[paid]!,
              id_driver: who === 0 ? null : id['luis']!,
              articles: [{ id_article: id['article']!, quantity: 1 + (which % 3), price: units(cents) }],
            })
            expect(body['id'], text).toEqual(expect.any(Number))
            for (const move of ['preparing', 'ready']) await post(`delivery/orders/${Number(body['id'])}/${move}`, {})
            return void this.orders.push({ id: Number(body['id']), run: null })
          }
          case 'deliver': {
            if (!order) return
            const { status, body } = await post(`delivery/orders/${order.id}/sent`, {})
            if (status === 200) order.run = String((body['undo'] as JsonObject)['run'])
            return
          }
          case 'undo':
            if (order?.run) await post('delivery/orders/undo', { run: order.run })
            return
          case 'incident':
            if (order)
              await post('order_incidents/create', {
                id_order: order.id,
                kind: 'other',
                amount: units(cents % 1_500),
                given_by: flag ? 'wallet' : 'cash',
                charged_to: ['house', 'store', 'courier'][who] ?? 'house',
              })
            return
          case 'forgive': {
            const [row] = order
              ? await this.rows(
                  sql`select id from order_incidents where id_order = ${order.id} and state = '1'
                    order by id desc limit 1`,
                )
              : []
            if (row) await post(`order_incidents/${Number(row['id'])}/void`, { reason: 'Al azar' })
            return
          }
          case 'fee':
            await at.server.database.db
              .updateTable('stores')
              .set({ fee_percentage: flag ? String(cents % 101) : null })
              .where('id', '=', id['store']!)
              .execute()
            return
          case 'close':
            return this.close('partner_statements', 'id_partners', partner)
          case 'close_driver':
            return this.close('liquidations', 'id_drivers', id['luis']!)
          case 'void':
          case 'pay': {
            const table = flag ? 'partner_statements' : 'liquidations'
            const [row] = await this.rows(
              sql`select id from ${sql.table(table)} where state in ('1', '2') order by id desc limit 1`,
            )
            if (row)
              await post(`${table}/${Number(row['id'])}/${verb === 'pay' ? 'setPaid' : 'void'}`, {
                date_paid: '2026-11-22',
                reason: 'Al azar',
              })
          }
        }
      }

      async close(table: 'partner_statements' | 'liquidations', field: string, party: number): Promise<void> {
        await post(`${table}/generation`, { date_from: '2026-11-16', date_to: '2026-11-22', [field]: [party] })
        await generationJob.run({
          runtime: at.server.runtime,
          signal: new AbortController().signal,
          log: (text) => {
            throw new Error(text)
          },
        })
        for (const { id: draft } of await this.rows(
          sql`select id from ${sql.table(table)} where state = '1' and from_services`,
        ))
          await post(`${table}/${Number(draft)}/issue`, {})
      }

      rows = async (query: ReturnType<typeof sql<JsonObject>>): Promise<readonly JsonObject[]> =>
        (await query.execute(at.server.database.db)).rows

      /** What must be so whatever has happened. */
      async prove(): Promise<void> {
        const { body } = await at.get('root', 'ledger/proof')
        expect((body['proofs'] as readonly JsonObject[]).filter(({ wrong }) => wrong !== 0)).toEqual([])
        const wrong = await this.rows(sql`
        with i as (select o.id, coalesce(sum(b.minor) filter (where b.side = 'driver'), 0) as driver,
          coalesce(sum(b.minor) filter (where b.side = 'driver' and b.kind = 'cash_held'), 0) as cash
            from orders o left join billable_items b on b.id_order = o.id group by 1),
          l as (select e.id_source as id, a.kind, sum(p.amount) as minor from ledger_entries e
            join ledger_postings p on p.id_entry = e.id join ledger_accounts a on a.id = p.id_account
            where e.source = 'orders' group by 1, 2)
        select 'cash of order ' || i.id as what from i
        where i.cash <> coalesce((select l.minor from l where l.id = i.id and l.kind = 'driver_cash'), 0)
        union all select 'what is left of an order that is not delivered: ' || i.id from i join orders o on o.id = i.id
        where o.store_state <> '4' and (i.cash <> 0 or exists (select 1 from l
          where l.id = i.id and l.kind in ('commission', 'fares') and l.minor <> 0))
        union all select 'cash that a courier holds no more' from ledger_accounts a
        where a.kind = 'driver_cash' and a.balance > 0`)
        expect(wrong).toEqual([])
      }
    }

    test('each order is in the books once, as it is now; each item in one statement; each partner is owed what is neither paid nor taken back', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24, size: 'max' }), async (steps) => {
          const history = new History(
            await at.put('users', {
              type_user: '3',
              name: `Ana ${++names}`,
              surname: 'Paz',
              email: `pedido${names}@test.pe`,
            }),
          )
          for (const next of steps) await history.take(next)
          await history.prove()
        }),
        { numRuns: engine === 'postgres' ? 15 : 4, endOnFailure: true },
      )
    }, 300_000)
  }),
)
