import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { eachEngine } from '../engines'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

const WEEK = { date_from: '2026-11-09', date_to: '2026-11-15' }

eachEngine((engine, open) => {
  let at: ServicesApp
  let names = 0
  let moment = NOON
  beforeAll(async () => {
    at = await servicesApp(open, () => moment)
  })

  const call = (path: string, input: JsonObject, role: Parameters<ServicesApp['call']>[0] = 'root') =>
    at.call(role, path, input)
  const one = async (path: string, id: number): Promise<JsonObject> =>
    (await at.get('root', `${path}/${id}`)).body['item'] as JsonObject
  const held = async (key: string) =>
    Number(
      (
        await sql<{ readonly value: string | null }>`select value from ledger_accounts where key = ${key}`.execute(
          at.server.database.db,
        )
      ).rows[0]?.value ?? 0,
    )
  const ride = (id_company: number, price: string): Promise<number> =>
    at.put('services', {
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
  /** An issued invoice of these rides, and its company. */
  const issued = async (...prices: readonly string[]) => {
    const id_company = await at.put('companies', {
      name: `Textil ${++names}`,
      document: String(20200000000 + names),
      type: '1',
      email: `pagos${names}@textil.pe`,
    })
    const rides: number[] = []
    for (const price of prices) rides.push(await ride(id_company, price))
    const made = await call('invoices/generate', {
      ...WEEK,
      by: 'company',
      detail: 'services',
      parties: [{ id_company, id_part: null }],
    })
    const id = (made.body['drafts'] as readonly { readonly id: number }[])[0]?.id ?? 0
    const done = await call('invoices/issue', { id })
    expect(done.status, done.text).toBe(200)
    return { id, id_company, rides, owed: `company_receivable:c${id_company}:PEN` }
  }
  const pay = (id_invoice: number, amount: number, role: Parameters<ServicesApp['call']>[0] = 'root') =>
    call('invoice_payments/create', { id_invoice, amount, date_paid: '2026-11-20', method: 'transfer' }, role)
  const idOf = ({ body, text }: { readonly body: JsonObject; readonly text: string }): number => {
    expect(body['id'], text).toBeTypeOf('number')
    return Number(body['id'])
  }

  describe('an invoice', () => {
    test('is paid in parts, with the last one it is paid; a part that is void is owed again; never more than is left', async () => {
      const { id, owed } = await issued('118')
      const bank = await held('bank:PEN')
      const first = await pay(id, 18)
      expect([first.status, await held(owed), (await held('bank:PEN')) - bank], first.text).toEqual([200, -100, -18])
      expect(await one('invoices', id)).toMatchObject({ state: '1', paid: 18, balance: 100 })
      expect((await pay(id, 100.01)).text).toContain('100.00')
      expect((await call('invoices/void', { id, reason: 'Error' })).status).toBe(409)
      const last = idOf(await pay(id, 100))
      expect(await one('invoices', id)).toMatchObject({ state: '2', balance: 0, date_paid: '2026-11-20' })
      expect((await pay(id, 1)).status).toBe(422)
      expect((await call('invoice_payments/create', { id: last, amount: 50 })).status).not.toBe(200)
      expect((await call('invoice_payments/remove', { id: last })).status).toBe(409)
      expect((await call('invoice_payments/void', { id: last, reason: 'Rebotó' })).status).toBe(200)
      expect([await one('invoices', id), await held(owed)]).toMatchObject([
        { state: '1', paid: 18, balance: 100, date_paid: null },
        -100,
      ])
      // Completed, the rest is paid.
      const done = await call('invoices/setPaid', { id })
      expect(done.status, done.text).toBe(200)
      expect([await one('invoices', id), await held(owed)]).toMatchObject([{ state: '2', paid: 118, balance: 0 }, 0])
    })

    test('is paid once, however many try at the same moment', async () => {
      const { id, owed } = await issued('50')
      const all = await Promise.all(Array.from({ length: engine === 'postgres' ? 20 : 5 }, () => pay(id, 50)))
      expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await held(owed)).toBe(0)
    })
  })

  describe('a credit note', () => {
    const credit = async (id: number): Promise<number> => idOf(await call('invoices/credit', { id }))

    test('takes all of an invoice back to the cent, in the books too, and frees its services only where it says so', async () => {
      for (const frees of [1, 0]) {
        const { id, id_company, owed } = await issued('25', '0.05', '33.33')
        const tax = await held('tax:PEN')
        const note = await credit(id)
        const { total, igv } = await one('invoices', id)
        expect(await one('credit_notes', note)).toMatchObject({ total, igv, state: '0', number: null })
        expect((await call('credit_notes/create', { id: note, frees })).status).toBe(200)
        const done = await call('credit_notes/issue', { id: note })
        expect(done.status, done.text).toBe(200)
        expect((await one('credit_notes', note))['number']).toMatch(/^FC01-\d{8}$/)
        expect([await one('invoices', id), await held(owed), await held('tax:PEN')]).toMatchObject([
          { state: '9', credited: total, balance: 0 },
          0,
          Number((tax - Number(igv)).toFixed(2)),
        ])
        const again = await call('invoices/generate', {
          ...WEEK,
          by: 'company',
          detail: 'services',
          parties: [{ id_company, id_part: null }],
        })
        expect((again.body['drafts'] as JsonObject[]).length).toBe(frees)
        expect((await call('invoices/credit', { id })).status).toBe(409)
        expect((await call('credit_notes/remove', { id: note })).status).toBe(409)
      }
    })

    test('takes some lines, or a part of one, and never more than is left of each', async () => {
      const {
        id,
        rides: [one1 = 0, two = 0],
      } = await issued('118', '59')
      const note = await credit(id)
      const { items } = (await one('credit_notes', note)) as { readonly items: readonly JsonObject[] }
      const [first] = items
      const over = await call('credit_notes/create', {
        id: note,
        items: [{ id: first?.['id'] ?? null, amount: 100.01 }],
      })
      expect([over.status, over.text]).toEqual([422, expect.stringContaining('100.00')])
      const saved = await call('credit_notes/create', {
        id: note,
        frees: 1,
        items: [{ id: first?.['id'] ?? null, amount: 40 }],
      })
      expect(saved.status, saved.text).toBe(200)
      const other = await credit(id)
      expect((await call('credit_notes/issue', { id: note })).status).toBe(200)
      expect(await one('credit_notes', note)).toMatchObject({ base: 40, igv: 7.2, total: 47.2 })
      expect(await one('invoices', id)).toMatchObject({ state: '1', credited: 47.2, balance: 129.8 })
      // A draft from before it asks for more than is left by now.
      expect((await call('credit_notes/issue', { id: other })).status).toBe(409)
      const rest = await credit(id)
      const { items: left } = (await one('credit_notes', rest)) as { readonly items: readonly JsonObject[] }
      expect(left).toMatchObject([
        { amount: 60, tax: 10.8 },
        { amount: 50, tax: 9 },
      ])
      expect(
        (await call('credit_notes/create', { id: rest, frees: 1, items: [{ id: left[0]?.['id'] ?? null }] })).status,
      ).toBe(200)
      expect((await call('credit_notes/issue', { id: rest })).status).toBe(200)
      const claims = async (id_service: number) =>
        (
          await sql<{
            readonly id_invoice: number | null
          }>`select distinct id_invoice from billable_items where id_service = ${id_service}
            and side = 'company'`.execute(at.server.database.db)
        ).rows
      expect([await claims(one1), await claims(two)]).toEqual([[{ id_invoice: null }], [{ id_invoice: id }]])
      expect((await call('invoices/void', { id, reason: 'Error' })).status).toBe(409)
      const ubl = (await at.get('root', 'credit_notes/ubl', { id: note })).body['document']
      expect(ubl).toMatchObject({ typeCode: '07', legalMonetaryTotal: { payableAmount: '47.20' } })
    })
  })

  test('what is owed stands by its age, and its company is reminded of what is late', async () => {
    moment = NOON
    const { id, id_company } = await issued('118')
    const mine = async (role: Parameters<ServicesApp['get']>[0] = 'root') =>
      ((await at.get(role, 'invoices/ageing')).body['companies'] as readonly JsonObject[]).find(
        (row) => row['id_company'] === id_company,
      )
    expect(await mine()).toMatchObject({ not_due: 118, total: 118, invoices: [{ id, balance: 118 }] })
    expect((await call('invoices/remind', { id })).status).toBe(409)
    const aged = async (days: number) => {
      await at.server.database.transaction((tx) =>
        sql`update invoices set date_due = ${'2026-11-21'}::date - ${days}::integer where id = ${id}`.execute(tx),
      )
      return mine()
    }
    for (const [days, bucket] of [
      [0, 'd30'],
      [30, 'd30'],
      [31, 'd60'],
      [60, 'd60'],
      [61, 'd90'],
      [90, 'd90'],
      [91, 'more'],
    ] as const)
      expect(await aged(days), `${days}`).toMatchObject({ [bucket]: 118, total: 118 })
    expect(await mine('companyB')).toBeUndefined()
    const sent = await call('invoices/remind', { id })
    expect([sent.status, sent.body['email']], sent.text).toEqual([200, `pagos${names}@textil.pe`])
    const {
      rows: [mail],
    } = await sql<{ readonly body: string }>`select body from mail_outbox order by id desc limit 1`.execute(
      at.server.database.db,
    )
    expect(mail?.body).toContain(String((await one('invoices', id))['number']))
    expect((await mine())?.['reminded_at']).not.toBeNull()
    const file = await at.get('root', 'invoices/ageingExport', { export: 'csv' })
    expect([file.status, file.text.includes(`Textil ${names}`)]).toEqual([200, true])
    const ubl = (await at.get('root', 'invoices/ubl', { id })).body['document']
    expect(ubl).toMatchObject({
      typeCode: '01',
      taxTotal: { taxAmount: '18.00' },
      legalMonetaryTotal: { payableAmount: '118.00' },
      accountingCustomerParty: { id: String(20200000000 + names) },
    })
  })

  test('of a company is for its own people to see, and for nobody of it to write', async () => {
    const id_company = at.server.ids.companies.a
    await ride(id_company, '59')
    const made = await call('invoices/generate', {
      ...WEEK,
      by: 'company',
      detail: 'services',
      parties: [{ id_company, id_part: null }],
    })
    const id = (made.body['drafts'] as readonly { readonly id: number }[])[0]?.id ?? 0
    expect((await call('invoices/issue', { id })).status).toBe(200)
    const payment = idOf(await pay(id, 9))
    const read = async (role: Parameters<ServicesApp['get']>[0], path: string, input: JsonObject = {}) =>
      (await at.get(role, path, input)).status
    for (const [role, status] of [
      ['companyA', 200],
      ['readerA', 200],
      ['companyB', 404],
      ['none', 403],
    ] as const) {
      expect([
        role,
        await read(role, `invoices/${id}`),
        await read(role, `invoice_payments/${payment}`),
        await read(role, 'invoices/ubl', { id }),
      ]).toEqual([role, status, status, status])
    }
    const note = idOf(await call('invoices/credit', { id }))
    const {
      items: [left],
    } = (await one('credit_notes', note)) as { readonly items: readonly JsonObject[] }
    expect(
      (await call('credit_notes/create', { id: note, items: [{ id: left?.['id'] ?? null, amount: 10 }] })).status,
    ).toBe(200)
    expect((await call('credit_notes/issue', { id: note })).status).toBe(200)
    const listed = async (role: Parameters<ServicesApp['get']>[0], path: string) => {
      const { status, body } = await at.get(role, path, { filters: JSON.stringify({ id_invoice: id }) })
      return status === 200 ? (body['items'] as readonly JsonObject[]).map((row) => row['id']) : status
    }
    for (const [role, payments, notes] of [
      ['companyA', [payment], [note]],
      ['readerA', [payment], [note]],
      ['companyB', [], []],
      ['none', 403, 403],
    ] as const) {
      expect([role, await listed(role, 'invoice_payments'), await listed(role, 'credit_notes')]).toEqual([
        role,
        payments,
        notes,
      ])
    }
    const paper = (await at.get('companyA', `credit_notes/${note}/info`)).body['item'] as { readonly view: string }
    expect(paper.view).toContain('11.80')
    expect([
      await read('companyB', `credit_notes/${note}/info`),
      await read('companyA', 'credit_notes/ubl', { id: note }),
      await read('companyB', 'credit_notes/ubl', { id: note }),
    ]).toEqual([404, 200, 404])
    for (const role of ['companyA', 'readerA'] as const) {
      for (const path of ['invoice_payments/void', 'invoice_payments/remove'])
        expect((await call(path, { id: payment, reason: 'x' }, role)).status, `${role} ${path}`).not.toBe(200)
      expect((await call('credit_notes/create', { id: note, reason: 'x' }, role)).status, role).not.toBe(200)
      expect((await call('invoice_payments/create', { id: payment, notes: 'x' }, role)).status, role).not.toBe(200)
    }
    const { items } = (await at.get('companyA', `invoices/${id}`)).body['item'] as {
      readonly items: readonly JsonObject[]
    }
    expect(items).toMatchObject([{ kind: 'service', amount: 50, tax: 9 }])
    // What its page shows is the paper itself, which runs and loads nothing.
    const page = (await at.get('companyA', `invoices/${id}/info`)).body['item'] as {
      readonly view: string
      readonly number: string
    }
    for (const text of [page.number, '59.00', '9.00', "default-src 'none'"]) expect(page.view).toContain(text)
    expect(page.view).not.toContain('<script')
    expect((await at.get('companyB', `invoices/${id}/info`)).status).toBe(404)
    for (const role of ['companyA', 'companyB', 'readerA', 'reader'] as const) {
      expect((await pay(id, 1, role)).status, role).not.toBe(200)
      for (const path of ['invoices/credit', 'invoices/remind'])
        expect((await call(path, { id }, role)).status, `${role} ${path}`).not.toBe(200)
      expect(
        (await call('credit_notes/create', { id_invoice: id, code: '01', reason: 'x' }, role)).status,
        role,
      ).not.toBe(200)
    }
  })
})
