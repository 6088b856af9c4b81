import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

const WEEK = { date_from: '2026-11-09', date_to: '2026-11-15' }

oneEngine((_engine, open) => {
  let at: ServicesApp
  let names = 0
  beforeAll(async () => {
    at = await servicesApp(open, () => NOON)
  })

  const call = (path: string, input: JsonObject) => at.call('root', path, input)
  const one = async (path: string, id: number): Promise<JsonObject> =>
    (await at.get('root', `${path}/${id}`)).body['item'] as JsonObject
  const company = (more: { [column: string]: unknown } = {}): Promise<number> =>
    at.put('companies', {
      name: `Agro ${++names}`,
      document: String(20400000000 + names),
      type: '1',
      email: `agro${names}@agro.pe`,
      ...more,
    })
  const rideOf = (id_company: number, price: string) => ({
    id_client: at.id['ana'],
    id_product: at.id['taxi'],
    id_payment: at.id['credit'],
    id_company,
    state: 'finalized',
    outcome: 'finalized',
    date_finalized: '2026-11-10T15:00:00Z',
    price_total: price,
    price_driver: price,
  })
  const ride = (id_company: number, price: string, more: { [column: string]: unknown } = {}): Promise<number> =>
    at.put('services', { ...rideOf(id_company, price), ...more })
  const draft = async (id_company: number, more: JsonObject = {}): Promise<number> => {
    const { body, text } = await call('invoices/generate', {
      ...WEEK,
      by: 'company',
      detail: 'services',
      parties: [{ id_company, id_part: null }],
      ...more,
    })
    const [made] = body['drafts'] as readonly { readonly id: number }[]
    expect(made, text).toBeDefined()
    return made?.id ?? 0
  }
  const done = async (path: string, input: JsonObject): Promise<void> => {
    const { status, text } = await call(path, input)
    expect(status, `${path} ${text}`).toBe(200)
  }
  const issued = async (id_company: number, ...prices: readonly string[]): Promise<number> => {
    for (const price of prices) await ride(id_company, price)
    const id = await draft(id_company)
    await done('invoices/issue', { id })
    return id
  }
  const linesOf = async (path: string, id: number) => (await one(path, id))['items'] as readonly JsonObject[]
  /** The draft of a note over a part of its invoice's first line. */
  const noteOf = async (id_invoice: number, amount: number): Promise<number> => {
    const { body, text } = await call('invoices/credit', { id: id_invoice })
    expect(body['id'], text).toBeTypeOf('number')
    const note = Number(body['id'])
    const [first] = await linesOf('credit_notes', note)
    await done('credit_notes/create', { id: note, items: [{ id: first?.['id'] ?? null, amount }] })
    return note
  }

  describe('a credit note', () => {
    test('is of an issued invoice and its own lines, and comes to something', async () => {
      const [id_company, other] = [await company(), await company()]
      await ride(id_company, '30')
      const id = await draft(id_company)
      expect((await call('invoices/credit', { id })).status).toBe(409)
      expect((await call('credit_notes/create', { id_invoice: id, code: '01', reason: 'x' })).status).toBe(422)
      await done('invoices/issue', { id })
      const [foreign] = await linesOf('invoices', await issued(other, '30'))
      const note = await noteOf(id, 1)
      expect(
        (
          await call('credit_notes/create', {
            id: note,
            items: [{ id_invoice_item: foreign?.['id'] ?? null, amount: 1 }],
          })
        ).status,
      ).toBe(422)
      await done('credit_notes/create', { id: note, items: [] })
      expect((await call('credit_notes/issue', { id: note })).status).toBe(409)
      expect((await one('credit_notes', note))['number']).toBeNull()
    })

    test('whose tax is another since others were issued is not issued unseen; the last takes what is left of it', async () => {
      // 0.03 and a cent of tax: by thirds none of them has any, and so the last has the cent.
      const id = await issued(await company(), '0.04')
      const [a, b, c] = [await noteOf(id, 0.01), await noteOf(id, 0.01), await noteOf(id, 0.01)]
      for (const note of [a, b]) await done('credit_notes/issue', { id: note })
      expect((await call('credit_notes/issue', { id: c })).status).toBe(409)
      const [line] = await linesOf('credit_notes', c)
      await done('credit_notes/create', { id: c, items: [{ id: line?.['id'] ?? null, amount: 0.01 }] })
      await done('credit_notes/issue', { id: c })
      expect(await Promise.all([a, b, c].map(async (note) => (await one('credit_notes', note))['igv']))).toEqual([
        0, 0, 0.01,
      ])
      expect(await one('invoices', id)).toMatchObject({ state: '9', credited: 0.04, balance: 0 })
    })

    test("on an invoice that is paid is in the company's favour, and stands apart in what is owed", async () => {
      const id_company = await company()
      const id = await issued(id_company, '118', '59')
      await done('invoices/setPaid', { id })
      const note = await noteOf(id, 40)
      await done('credit_notes/issue', { id: note })
      expect(await one('invoices', id)).toMatchObject({ state: '2', paid: 177, credited: 47.2, balance: -47.2 })
      const late = await issued(id_company, '100')
      const mine = async () =>
        ((await at.get('root', 'invoices/ageing')).body['companies'] as readonly JsonObject[]).find(
          (row) => row['id_company'] === id_company,
        )
      expect(await mine()).toMatchObject({ in_favour: -47.2, not_due: 100, total: 52.8 })
      // What is void was never owed.
      await done('invoices/void', { id: late, reason: 'Error' })
      expect(await mine()).toMatchObject({ in_favour: -47.2, not_due: 0, total: -47.2 })
    })
  })

  describe('an invoice', () => {
    test('beyond 300 services says what they come to by kind', async () => {
      const id_company = await company()
      const columns = Object.entries(rideOf(id_company, '1.18'))
      await at.server.database.transaction((tx) =>
        sql`insert into services (${sql.join(columns.map(([name]) => sql.id(name)))}) select ${sql.join(
          columns.map(
            ([name, value]) =>
              sql`${value}::${sql.raw(name.startsWith('id_') ? 'bigint' : name.startsWith('price') ? 'numeric' : name.startsWith('date') ? 'timestamptz' : 'text')}`,
          ),
        )} from generate_series(1, 301)`.execute(tx),
      )
      const invoice = await one('invoices', await draft(id_company))
      expect(invoice).toMatchObject({ detail: 'summary', base: 301, igv: 54.18, total: 355.18 })
      expect(invoice['items']).toHaveLength(1)
      await done('invoices/issue', { id: Number(invoice['id']) })
    })

    test('keeps what it is of, its tax too, while it is a draft', async () => {
      const id_company = await company()
      await ride(id_company, '30')
      const id = await draft(id_company)
      for (const change of [
        { pct_igv: 10 },
        { date_from: '2026-11-08' },
        { id_company: at.server.ids.companies.a },
      ] as readonly JsonObject[])
        expect((await call('invoices/create', { id, ...change })).status, JSON.stringify(change)).toBe(409)
      await done('invoices/create', { id, notes: 'Vista' })
    })

    test("of a ride that is another company's by now gives it back by a line that names it, and the other one has it", async () => {
      const [first, second] = [await company(), await company()]
      const id_service = await ride(first, '50')
      await done('invoices/issue', { id: await draft(first) })
      await at.server.database.transaction((tx) =>
        tx.updateTable('services').set({ id_company: second }).where('id', '=', id_service).execute(),
      )
      await ride(first, '200', { date_finalized: '2026-11-17T15:00:00Z' })
      const next = { date_from: '2026-11-16', date_to: '2026-11-22' }
      const id = await draft(first, next)
      expect(await one('invoices', id)).toMatchObject({
        total: 150,
        items: [
          { kind: 'earlier', id_service: null, amount: -42.37, tax: -7.63 },
          { kind: 'service', amount: 169.49 },
        ],
      })
      await done('invoices/issue', { id })
      expect(await one('invoices', await draft(second))).toMatchObject({
        total: 50,
        items: [{ kind: 'service', id_service }],
      })
    })

    test("is of days on the clock of its company's branch", async () => {
      const id_branch = await at.put('branches', {
        name: 'Madrid',
        point: sql`point(-3.7, 40.4)`,
        timezone: 'Europe/Madrid',
      })
      const id_company = await company({ id_branch })
      await ride(id_company, '10', { date_finalized: '2026-11-08T23:30:00Z' })
      await ride(id_company, '20', { date_finalized: '2026-11-08T22:30:00Z' })
      await ride(id_company, '40', { date_finalized: '2026-11-15T23:30:00Z' })
      const { body } = await call('invoices/preview', { ...WEEK, by: 'company', id_company })
      expect(body['companies']).toMatchObject([{ services: 2, earlier: 20, net: 30 }])
      expect(
        (await linesOf('invoices', await draft(id_company))).map(({ kind, name }) => [
          kind,
          String(name).includes('09/11'),
        ]),
      ).toEqual([
        ['earlier', false],
        ['service', true],
      ])
    })

    test('by area stands beside that area alone in what is closed next', async () => {
      const id_company = await company()
      const area = await at.put('company_areas', { id_company, name: 'Ventas' })
      for (const id_company_area of [area, null]) await ride(id_company, '30', { id_company_area })
      const id = await draft(id_company, { by: 'area', parties: [{ id_company, id_part: area }] })
      const rows = async (by: string) => (await call('invoices/preview', { ...WEEK, by, id_company })).body['companies']
      expect(await rows('area')).toMatchObject([
        { id_part: null, draft: null },
        { id_part: area, draft: id, issued: null },
      ])
      await done('invoices/issue', { id })
      const { number } = await one('invoices', id)
      await ride(id_company, '30', { id_company_area: area })
      expect(await rows('area')).toMatchObject([
        { id_part: null, issued: null },
        { id_part: area, issued: number, draft: null },
      ])
      expect(await rows('company')).toMatchObject([{ id_part: null, issued: number, services: 2 }])
      // One of the whole company stands beside each of its areas.
      const other = await company()
      const part = await at.put('company_areas', { id_company: other, name: 'Planta' })
      await ride(other, '30', { id_company_area: part })
      const whole = await draft(other)
      await done('invoices/issue', { id: whole })
      await ride(other, '30', { id_company_area: part })
      const { body } = await call('invoices/preview', { ...WEEK, by: 'area', id_company: other })
      expect(body['companies']).toMatchObject([{ id_part: part, issued: (await one('invoices', whole))['number'] }])
    })

    test('is a document for SUNAT once it is issued, and not when it is void', async () => {
      const id_company = await company()
      await ride(id_company, '30')
      const id = await draft(id_company)
      const status = async () => (await at.get('root', 'invoices/ubl', { id })).status
      expect(await status()).toBe(409)
      await done('invoices/issue', { id })
      expect(await status()).toBe(200)
      await done('invoices/void', { id, reason: 'Error' })
      expect(await status()).toBe(409)
    })

    test('that is late is what its company is reminded of, and no other', async () => {
      const id_company = await company()
      const [late, fresh] = [await issued(id_company, '118'), await issued(id_company, '59')]
      await sql`update invoices set date_due = '2026-11-01' where id = ${late}`.execute(at.server.database.db)
      // Asked for at either of them, it is about the company.
      await done('invoices/remind', { id: fresh })
      const {
        rows: [mail],
      } = await sql<{ readonly body: string }>`select body from mail_outbox order by id desc limit 1`.execute(
        at.server.database.db,
      )
      const numbers = await Promise.all([late, fresh].map(async (id) => String((await one('invoices', id))['number'])))
      expect(numbers.map((number) => mail?.body.includes(number))).toEqual([true, false])
      expect([
        (await one('invoices', late))['reminded_at'] === null,
        (await one('invoices', fresh))['reminded_at'],
      ]).toEqual([false, null])
    })
  })

  test('typed by hand begins with the tax of the settings, and with what it has without one', async () => {
    const begins = async () => ((await call('invoices/form', {})).body['item'] as JsonObject)['pct_igv']
    const settle = async (igv: number): Promise<void> => done('settings/general/create', { igv })
    const before = await begins()
    await settle(10.5)
    expect([before, await begins()]).toEqual([18, 10.5])
    const { body } = await call('invoices/create', {
      id_company: await company(),
      ...WEEK,
      items: [{ name: 'Servicios', quantity: 1, price: 100 }],
    })
    expect(body['item']).toMatchObject({ pct_igv: 18 })
    await settle(18)
  })

  test('from before there were books is in them with the first note on it, and the page that proves them tells what a company owes from what it should', async () => {
    const id_company = await company()
    const id = await at.put('invoices', {
      id_company,
      date_from: '2025-01-01',
      date_to: '2025-01-31',
      state: '1',
      date_issued: '2025-02-01',
      date_due: '2025-03-01',
      base: '100',
      pct_igv: 18,
      igv: '18',
      total: '118',
      paid: '0',
      credited: '0',
      balance: '118',
    })
    await at.put('invoice_items', { id_invoice: id, name: 'Servicios', quantity: '1', price: '100', amount: '100' })
    await done('credit_notes/issue', { id: await noteOf(id, 50) })
    const { rows } = await sql<JsonObject>`select value::float8 as value from ledger_accounts
        where key = ${`company_receivable:c${id_company}:PEN`}`.execute(at.server.database.db)
    expect([rows, await one('invoices', id)]).toMatchObject([[{ value: -59 }], { credited: 59, balance: 59 }])
    const wrong = async () =>
      ((await at.get('root', 'ledger/proof')).body['proofs'] as readonly JsonObject[])
        .filter((proof) => proof['wrong'] !== 0)
        .map((proof) => [proof['id'], (proof['examples'] as readonly JsonObject[]).map(({ text }) => text)])
    expect(await wrong()).toEqual([])
    await sql`update invoices set balance = balance + 1 where id = ${id}`.execute(at.server.database.db)
    expect(await wrong()).toEqual([['receivables', [`Por cobrar a empresa · Agro ${names}`]]])
    await sql`update invoices set balance = balance - 1 where id = ${id}`.execute(at.server.database.db)
  })
})
