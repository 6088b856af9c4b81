import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { generationJob } from '../../custom/billing/server/generation/generation-job'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import type { RoleName } from './fixture-users'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

oneEngine((_engine, open) =>
  describe('what an order comes to', () => {
    let at: ServicesApp
    let partner = 0
    let driver = 0
    const id: { [name: string]: number } = {}
    const post = (path: string, input: JsonObject, role: RoleName = 'operator') =>
      at.server.call(role, 'POST', path, input)
    const done = async (path: string, input: JsonObject): Promise<JsonObject> => {
      const { status, body, text } = await post(path, input)
      expect(status, `${path}: ${text}`).toBe(200)
      return body
    }
    const errorsOf = async (path: string, input: JsonObject): Promise<readonly [number, JsonObject]> => {
      const { status, body } = await post(path, input)
      return [status, (body['errors'] ?? {}) as JsonObject]
    }

    /** An order of two dishes of 20.00 and 6.00 for bringing it, that its store has accepted. */
    async function accepted(more: JsonObject = {}): Promise<number> {
      const { id: of } = await done('delivery/orders/create', {
        id_client: at.id['ana']!,
        id_store: id['store']!,
        dst_address: 'Av. Larco 1',
        price_delivery: 6,
        id_payment: at.id['cash']!,
        articles: [{ id_article: id['article']!, quantity: 2, price: 20 }],
        ...more,
      })
      await done(`delivery/active_orders/${Number(of)}/preparing`, {})
      return Number(of)
    }
    async function delivered(more: JsonObject = {}): Promise<number> {
      const of = await accepted(more)
      for (const move of ['ready', 'sent']) await done(`delivery/active_orders/${of}/${move}`, {})
      return of
    }
    const incident = (of: number, more: JsonObject) => ({
      id_order: of,
      kind: 'missing',
      amount: 5,
      given_by: 'wallet',
      charged_to: 'house',
      detail: 'Faltó la gaseosa',
      ...more,
    })

    /** Its items, and what its entries put into accounts. */
    async function moneyOf(of: number): Promise<JsonObject> {
      const { rows: items } = await sql<{
        readonly name: string
        readonly minor: number
      }>`select side || ' ' || kind as name, sum(minor)::integer as minor from billable_items where id_order = ${of}
        group by 1 having sum(minor) <> 0`.execute(at.server.database.db)
      const { rows: legs } = await sql<{
        readonly kind: string
        readonly minor: number
      }>`select a.kind, sum(p.amount)::integer as minor from ledger_entries e
        join ledger_postings p on p.id_entry = e.id join ledger_accounts a on a.id = p.id_account
      where e.source = 'orders' and e.id_source = ${of} group by 1 having sum(p.amount) <> 0`.execute(
        at.server.database.db,
      )
      return {
        ...Object.fromEntries(items.map(({ name, minor }) => [name, minor])),
        ...Object.fromEntries(legs.map(({ kind, minor }) => [kind, minor])),
      }
    }
    const wallet = async (): Promise<number> =>
      (
        await sql<{
          readonly cents: number
        }>`select round(coalesce(wallet_balance, 0) * 100)::integer as cents from users
          where id = ${at.id['ana']!}`.execute(at.server.database.db)
      ).rows[0]?.cents ?? 0
    async function provesRight(): Promise<void> {
      const { body } = await at.get('operator', 'ledger/proof')
      expect((body['proofs'] as readonly JsonObject[]).filter(({ wrong }) => wrong !== 0)).toEqual([])
    }

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
      id['fee'] = await put('subscriptions', { name: 'Aliados', fee_amount: '1', fee_percentage: '10' })
      await db
        .updateTable('companies')
        .set({ type: '2', id_branch: at.id['lima']!, id_subscription: id['fee'] })
        .where('id', '=', partner)
        .execute()
      await db.updateTable('companies').set({ type: '2' }).where('id', '=', ids.companies.b).execute()
      await db
        .updateTable('users')
        .set({ type_user: '4' })
        .where('id', 'in', [ids.users.companyA, ids.users.companyB])
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
      id['card'] = await put('payment_methods', { name: 'Tarjeta', type: 'card' })
      id['wallet'] = await put('payment_methods', { name: 'Billetera', type: 'wallet' })
      driver = (await at.driver('Luis')).id
    })

    test('a store that brings it itself has the price of bringing it, and holds what its client paid', async () => {
      const of = await accepted()
      expect(await moneyOf(of)).toEqual({})
      for (const move of ['ready', 'sent']) await done(`delivery/active_orders/${of}/${move}`, {})
      expect(await moneyOf(of)).toEqual({
        'partner sale': 4000,
        'partner delivery': 600,
        'partner commission': -500,
        'partner cash_held': -4600,
        partner_payable: -500,
        commission: 500,
      })
      const record = (await at.get('operator', `delivery/orders/${of}`)).body['item']
      expect(record).toMatchObject({ date_delivered: NOON.toISOString(), price_fee: 5 })
      const explained = (field: string, role: RoleName = 'operator') =>
        at.get(role, 'ledger/explain', { resource: 'orders', id: of, field })
      const linesOf = async (
        field: string,
        role?: RoleName,
      ): Promise<readonly [string, readonly (readonly [string, number])[]][]> => {
        const { body } = await explained(field, role)
        const sections = body['sections'] as readonly {
          readonly title: string
          readonly lines: readonly { readonly text: string; readonly amount?: number }[]
        }[]
        return sections.map(({ title, lines }) => [
          title,
          lines.flatMap(({ text, amount }) => (amount === undefined ? [] : [[text, amount] as const])),
        ])
      }
      expect((await linesOf('price_total')).slice(0, 2)).toEqual([
        [
          'De qué se compone',
          [
            ['2 × Lomo', 40],
            ['Envío', 6],
            ['Suma', 46],
          ],
        ],
        [
          'Lo que sumó y dónde está',
          expect.arrayContaining([
            ['Aliado · Venta', 40],
            ['Aliado · Comisión', -5],
          ]),
        ],
      ])
      expect((await linesOf('price_fee'))[0]).toEqual([
        'Comisión',
        [
          ['Comisión fija', 1],
          [expect.stringContaining('10\u00a0% de'), 4],
          ['Para la central', 5],
        ],
      ])
      expect((await linesOf('price_fee', 'companyA')).at(-1)).toEqual([
        'En los libros',
        [['Por pagar a aliado · Empresa A', -5]],
      ])
      expect((await explained('price_total', 'companyB')).status).toBe(404)
      // Sent twice it is in the books once.
      expect((await post(`delivery/orders/${of}/sent`, {})).status).toBe(409)
      expect(await moneyOf(of)).toMatchObject({ partner_payable: -500 })
      expect((await post('delivery/orders/remove', { id: of })).status).toBe(409)
      await provesRight()
    })

    test("a driver that somebody put has its price and holds the cash; a card is paid to the office; the own share of a store goes before its partner's", async () => {
      expect(await moneyOf(await delivered({ id_driver: driver }))).toEqual({
        'partner sale': 4000,
        'partner commission': -500,
        'driver delivery': 600,
        'driver cash_held': -4600,
        partner_payable: 3500,
        commission: 500,
        fares: 600,
        driver_cash: -4600,
      })
      await at.server.database.db
        .updateTable('stores')
        .set({ fee_percentage: '25' })
        .where('id', '=', id['store']!)
        .execute()
      expect(await moneyOf(await delivered({ id_driver: driver, id_payment: id['card']! }))).toEqual({
        'partner sale': 4000,
        'partner commission': -1000,
        'driver delivery': 600,
        partner_payable: 3000,
        commission: 1000,
        fares: 600,
        bank: -4600,
      })
      await at.server.database.db
        .updateTable('stores')
        .set({ fee_percentage: null })
        .where('id', '=', id['store']!)
        .execute()
      await provesRight()
    })

    test('a wallet pays what is in it, the rest is owed; what is taken back within the minute is taken back in the books', async () => {
      const { id: movement } = await done('wallets/recharge', { id_user: at.id['ana']!, amount: 30 })
      expect((await at.call('root', 'wallets/approve', { id: movement ?? null })).status).toBe(200)
      const of = await accepted({ id_payment: id['wallet']!, id_driver: driver })
      await done(`delivery/orders/${of}/ready`, {})
      const sent = await done(`delivery/orders/${of}/sent`, {})
      expect(await moneyOf(of)).toMatchObject({
        partner_payable: 3500,
        commission: 500,
        client_receivable: -1600,
        fares: 600 - 3000,
      })
      expect(await wallet()).toBe(0)
      await done('delivery/orders/undo', { run: (sent['undo'] as JsonObject)['run'] ?? null })
      expect([await wallet(), await moneyOf(of)]).toEqual([3000, {}])
      expect((await at.get('operator', `delivery/orders/${of}`)).body['item']).toMatchObject({
        store_state: '3',
        date_delivered: null,
        price_fee: null,
      })
      await provesRight()
    })

    test('an incident gives back to the wallet, or less is collected at the door, and who is to blame bears it', async () => {
      const before = await wallet()
      const of = await accepted({ id_driver: driver })
      await done('order_incidents/create', incident(of, { amount: 10, charged_to: 'courier' }))
      expect([(await wallet()) - before, await moneyOf(of)]).toEqual([1000, { 'driver incident': -1000 }])
      await done('order_incidents/create', incident(of, { amount: 4, given_by: 'cash', charged_to: 'store' }))
      const { id: house } = await done('order_incidents/create', incident(of, { amount: 3, given_by: 'cash' }))
      for (const move of ['ready', 'sent']) await done(`delivery/active_orders/${of}/${move}`, {})
      expect(await moneyOf(of)).toEqual({
        'partner sale': 4000,
        'partner commission': -500,
        'partner incident': -400,
        'driver delivery': 600,
        'driver cash_held': -3900,
        'driver incident': -1000,
        partner_payable: 3100,
        commission: 500,
        fares: 600,
        driver_cash: -3900,
        incidents: -300,
      })
      await done('order_incidents/create', incident(of, { amount: 2, charged_to: 'store' }))
      expect(await moneyOf(of)).toMatchObject({ 'partner incident': -600, partner_payable: 2900, incidents: -100 })
      await done(`order_incidents/${Number(house)}/void`, { reason: 'Se equivocó' })
      expect(await moneyOf(of)).toMatchObject({ 'driver cash_held': -4200, driver_cash: -4200, incidents: 200 })
      await provesRight()
    })

    test('an incident of what is not accepted, beyond the order, of cash that is collected or a courier that there is not is refused at its field; one that is there is voided, not removed', async () => {
      const { id: fresh } = await done('delivery/orders/create', {
        id_client: at.id['ana']!,
        id_store: id['store']!,
        dst_address: 'Av. Larco 1',
        articles: [{ id_article: id['article']!, quantity: 1, price: 20 }],
      })
      expect(await errorsOf('order_incidents/create', incident(Number(fresh), {}))).toEqual([
        422,
        { id_order: expect.any(String) },
      ])
      const of = await delivered()
      expect(await errorsOf('order_incidents/create', incident(of, { amount: 46.01 }))).toEqual([
        422,
        { amount: expect.stringContaining('46.00') },
      ])
      expect(await errorsOf('order_incidents/create', incident(of, { given_by: 'cash' }))).toEqual([
        422,
        { given_by: expect.any(String) },
      ])
      expect(await errorsOf('order_incidents/create', incident(of, { charged_to: 'courier' }))).toEqual([
        422,
        { charged_to: expect.any(String) },
      ])
      const { id: made } = await done('order_incidents/create', incident(of, { amount: 46 }))
      expect(await errorsOf('order_incidents/create', incident(of, { amount: 0.01 }))).toEqual([
        422,
        { amount: expect.any(String) },
      ])
      expect((await post('order_incidents/remove', { id: made ?? null })).status).toBe(409)
    })

    test('a partner sees the incidents of its orders, and makes and voids none', async () => {
      const of = await delivered()
      const { id: made } = await done('order_incidents/create', incident(of, {}))
      expect((await post('order_incidents/create', incident(of, {}), 'companyA')).status).toBe(403)
      expect((await post(`order_incidents/${Number(made)}/void`, { reason: 'No' }, 'companyA')).status).toBe(403)
      const read = async (role: RoleName) =>
        ((await at.get(role, 'order_incidents', { id_order: String(of) })).body['items'] as readonly JsonObject[]).map(
          (one) => one['id'],
        )
      expect([await read('companyA'), await read('companyB')]).toEqual([[made], []])
      const explained = async (role: RoleName) =>
        (await at.get(role, 'ledger/explain', { resource: 'order_incidents', id: Number(made), field: 'amount' }))
          .status
      expect([await explained('companyA'), await explained('companyB')]).toEqual([200, 404])
    })

    test('a statement gathers what orders came to, is issued once, paid from the bank, and void it frees them', async () => {
      const period = { date_from: '2026-11-16', date_to: '2026-11-22' }
      const { partners } = (await done('partner_statements/preview', period)) as unknown as {
        readonly partners: readonly JsonObject[]
      }
      const [row] = partners
      expect(row).toMatchObject({ id_partner: partner, draft: null, issued: null, orders: expect.any(Number) })
      await done('partner_statements/generation', { ...period, id_partners: [partner] })
      await generationJob.run({
        runtime: at.server.runtime,
        signal: new AbortController().signal,
        log: () => undefined,
      })
      const own = async (role: RoleName = 'operator') =>
        (await at.get(role, 'partner_statements')).body['items'] as readonly JsonObject[]
      const [draft = {}] = await own()
      expect(draft).toMatchObject({
        state: '1',
        amount: row?.['net'],
        sales: row?.['sales'],
        commission: -Number(row?.['commission']),
      })
      // Nobody issues what they have not seen.
      await delivered()
      expect((await post(`partner_statements/${Number(draft['id'])}/issue`, {})).status).toBe(409)
      await done('partner_statements/generation', { ...period, id_partners: [partner] })
      await generationJob.run({
        runtime: at.server.runtime,
        signal: new AbortController().signal,
        log: () => undefined,
      })
      const [one = {}] = await own()
      expect(one['id']).toBe(draft['id'])
      await done(`partner_statements/${Number(one['id'])}/issue`, {})
      await provesRight()
      expect([(await own('companyA')).map(({ number }) => number), await own('companyB')]).toEqual([
        ['A-2026-000001'],
        [],
      ])
      expect((await at.get('companyB', `partner_statements/${Number(one['id'])}`)).status).toBe(404)
      expect((await at.get('companyA', `partner_statements/${Number(one['id'])}/info`)).status).toBe(200)
      for (const field of ['amount', 'sales', 'commission', 'balance_after']) {
        const { status, body } = await at.get('companyA', 'ledger/explain', {
          resource: 'partner_statements',
          id: Number(one['id']),
          field,
        })
        expect([field, status, Number(body['amount']), (body['sections'] as readonly JsonObject[]).length > 0]).toEqual(
          [field, 200, Number(one[field] ?? body['amount']), true],
        )
      }
      for (const move of ['issue', 'void', 'setPaid'])
        expect(
          (
            await post(
              `partner_statements/${Number(one['id'])}/${move}`,
              { reason: 'x', date_paid: '2026-11-23' },
              'companyA',
            )
          ).status,
          move,
        ).not.toBe(200)
      await done(`partner_statements/${Number(one['id'])}/void`, { reason: 'Otra semana' })
      await provesRight()
      await done('partner_statements/generation', { ...period, id_partners: [partner] })
      await generationJob.run({
        runtime: at.server.runtime,
        signal: new AbortController().signal,
        log: () => undefined,
      })
      const again = (await own()).find(({ state }) => state === '1') ?? {}
      await done(`partner_statements/${Number(again['id'])}/issue`, {})
      await done(`partner_statements/${Number(again['id'])}/setPaid`, { date_paid: '2026-11-23' })
      const {
        rows: [account],
      } = await sql<{
        readonly balance: string
      }>`select balance::text as balance from ledger_accounts where kind = 'partner_payable'
        and id_company = ${partner}`.execute(at.server.database.db)
      expect(account?.balance).toBe('0')
      await provesRight()
    })

    test('its partner reads which orders a statement is made of, and what each came to; another partner none of it', async () => {
      const all = (await at.get('companyA', 'partner_statements')).body['items'] as readonly JsonObject[]
      const { id: statement, amount } = all.find(({ state }) => state === '3') ?? {}
      const items = async (role: RoleName): Promise<readonly JsonObject[]> =>
        (await at.get(role, 'partner_items', { id_partner_statement: String(statement), limit: 500 })).body[
          'items'
        ] as readonly JsonObject[]
      const mine = await items('companyA')
      const cents = mine.reduce((sum, one) => sum + Math.round(Number(one['amount']) * 100), 0)
      expect([mine.length > 3, cents, await items('companyB')]).toEqual([true, Math.round(Number(amount) * 100), []])
      expect(mine.filter(({ id_order, kind }) => typeof id_order !== 'number' || kind === null)).toEqual([])
      const told = (role: RoleName) =>
        at.get(role, 'ledger/explain', { resource: 'partner_items', id: mine[0]?.['id'] ?? null, field: 'amount' })
      expect((await told('companyA')).body['sections']).toEqual(
        expect.arrayContaining([expect.objectContaining({ title: 'De' })]),
      )
      expect((await told('companyB')).status).toBe(404)
      expect((await at.get('companyB', `partner_items/${String(mine[0]?.['id'])}`)).status).toBe(404)
    })
  }),
)
