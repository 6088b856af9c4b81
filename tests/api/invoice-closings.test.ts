import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { eachEngine } from '../engines'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

const WEEK = { date_from: '2026-11-09', date_to: '2026-11-15' }

eachEngine((engine, open) => {
  let at: ServicesApp
  let names = 0
  beforeAll(async () => {
    at = await servicesApp(open, () => NOON)
  })

  const company = (): Promise<number> =>
    at.put('companies', { name: `Minera ${++names}`, document: String(20100000000 + names), type: '1' })
  const ride = (
    id_company: number,
    price: string,
    more: { readonly [column: string]: unknown } = {},
  ): Promise<number> =>
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
      ...more,
    })
  const change = (id: number, values: object): Promise<unknown> =>
    at.server.database.transaction((tx) => tx.updateTable('services').set(values).where('id', '=', id).execute())
  const claims = async (id_service: number) =>
    (
      await sql<{ readonly id_invoice: number | null }>`
    select distinct id_invoice from billable_items where id_service = ${id_service} and side = 'company'`.execute(
        at.server.database.db,
      )
    ).rows.map(({ id_invoice }) => id_invoice)
  const post = (path: string, input: JsonObject, role: Parameters<ServicesApp['call']>[0] = 'root') =>
    at.call(role, `invoices/${path}`, input)
  const generate = async (parties: readonly JsonObject[], more: JsonObject = {}) => {
    const { status, text, body } = await post('generate', {
      ...WEEK,
      by: 'company',
      detail: 'services',
      parties,
      ...more,
    })
    expect(status, text).toBe(200)
    return body['drafts'] as readonly { readonly id: number; readonly id_part: number | null }[]
  }
  const draftOf = async (id_company: number, more: JsonObject = {}): Promise<number> =>
    (await generate([{ id_company, id_part: null }], more))[0]?.id ?? 0
  const read = async (id: number): Promise<JsonObject> =>
    (await at.get('root', `invoices/${id}`)).body['item'] as JsonObject
  const held = async (key: string) =>
    Number(
      (
        await sql<{ readonly value: string | null }>`select value from ledger_accounts where key = ${key}`.execute(
          at.server.database.db,
        )
      ).rows[0]?.value ?? 0,
    )

  describe('a draft of an invoice', () => {
    test('has a line for each ride on credit up to its last day, with the tax that its price had in it, rounded once', async () => {
      const id_company = await company()
      const [late, one, two] = [
        await ride(id_company, '100', { date_finalized: '2026-11-01T15:00:00Z' }),
        await ride(id_company, '25'),
        await ride(id_company, '0.01'),
      ]
      await ride(id_company, '40', { id_payment: at.id['cash'] })
      await ride(id_company, '50', { date_finalized: '2026-11-16T05:00:00Z' })
      const preview = (await post('preview', { ...WEEK, by: 'company', id_company })).body['companies']
      expect(preview).toMatchObject([
        { id_company, id_part: null, services: 3, earlier: 100, net: 125.01, draft: null, issued: null },
      ])
      const id = await draftOf(id_company)
      const { items, ...invoice } = await read(id)
      expect(invoice).toMatchObject({
        state: '0',
        number: null,
        base: 105.95,
        igv: 19.06,
        total: 125.01,
        pct_igv: 18,
        from_services: 1,
        by: 'company',
        detail: 'services',
        balance: 125.01,
      })
      expect(items).toMatchObject([
        { kind: 'earlier', id_service: late, amount: 84.75, tax: 15.25 },
        { kind: 'service', id_service: one, amount: 21.19, tax: 3.81 },
        { kind: 'service', id_service: two, amount: 0.01, tax: 0 },
      ])
      expect(await claims(one)).toEqual([null])
      // Filled again it is the same one, and keeps the lines of one's own.
      const saved = await post('create', {
        id,
        items: [
          ...(items as readonly JsonObject[]).map((item) => ({ id: item['id'] ?? null })),
          { name: 'Cargo fijo', quantity: 1, price: 10 },
        ],
      })
      expect(saved.status, saved.text).toBe(200)
      expect(await draftOf(id_company)).toBe(id)
      expect(await read(id)).toMatchObject({ base: 115.95, igv: 20.86, total: 136.81 })
      expect(await draftOf(id_company, { detail: 'summary' })).toBe(id)
      expect((await read(id))['items']).toMatchObject([
        { kind: 'ride', id_service: null, amount: 21.19 },
        { kind: 'earlier', amount: 84.75 },
        { kind: null, name: 'Cargo fijo' },
      ])
      expect((await post('create', { id, date_to: '2026-11-14' })).status).toBe(409)
    })

    test('is one for each area or cost centre of a company, by choice, those of none together', async () => {
      const id_company = await company()
      const area = await at.put('company_areas', { id_company, name: 'Ventas' })
      const ceco = await at.put('company_cecos', { id_company, name: 'CC-1' })
      const [a, b] = [
        await ride(id_company, '30', { id_company_area: area, id_company_ceco: ceco }),
        await ride(id_company, '20'),
      ]
      const rows = async (by: string) => (await post('preview', { ...WEEK, by, id_company })).body['companies']
      expect(await rows('area')).toMatchObject([
        { id_part: null, part: null, net: 20 },
        { id_part: area, part: 'Ventas', net: 30 },
      ])
      expect(await rows('ceco')).toMatchObject([
        { id_part: null, net: 20 },
        { id_part: ceco, part: 'CC-1', net: 30 },
      ])
      const [mine, rest] = await generate(
        [
          { id_company, id_part: area },
          { id_company, id_part: null },
        ],
        { by: 'area' },
      )
      expect([mine?.id_part, rest?.id_part]).toEqual([area, null])
      for (const draft of [mine, rest]) expect((await post('issue', { id: draft?.id ?? 0 })).status).toBe(200)
      expect([await claims(a), await claims(b)]).toEqual([[mine?.id], [rest?.id]])
      expect(await draftOf(id_company)).toBe(0)
    })

    test('leaves out what is excluded, with a reason, and what waits for review', async () => {
      const id_company = await company()
      const [out, waits] = [await ride(id_company, '10'), await ride(id_company, '20', { review: 'pending' })]
      await ride(id_company, '30')
      expect((await post('exclude', { id_service: out, excluded: 1 })).status).toBe(422)
      expect((await post('exclude', { id_service: out, excluded: 1, reason: 'Cortesía' })).status).toBe(200)
      expect(
        (await post('oddServices', { ...WEEK, by: 'company', id_company, id_part: null })).body['services'],
      ).toMatchObject([
        { id_service: out, why: ['excluded'], reason: 'Cortesía' },
        { id_service: waits, why: ['waiting'] },
      ])
      const id = await draftOf(id_company)
      expect((await read(id))['total']).toBe(30)
      // The driver's side of the same ride is not left out.
      const driver = await sql<{
        readonly excluded: boolean
      }>`select coalesce(bool_or(excluded), false) as excluded from billable_items
        where id_service = ${out} and side = 'driver'`.execute(at.server.database.db)
      expect(driver.rows[0]?.excluded).toBe(false)
    })
  })

  describe('issued', () => {
    test('it takes its services and a number, is in the books, and frees and takes back what is void; a later change comes next time', async () => {
      const id_company = await company()
      const id_service = await ride(id_company, '118')
      const [fares, tax] = [await held('fares:PEN'), await held('tax:PEN')]
      const [id, owed] = [await draftOf(id_company), `company_receivable:c${id_company}:PEN`]
      expect((await post('issue', { id })).status).toBe(200)
      const { number } = await read(id)
      expect(number).toMatch(/^F001-\d{8}$/)
      expect([
        await claims(id_service),
        await held(owed),
        (await held('fares:PEN')) - fares,
        (await held('tax:PEN')) - tax,
      ]).toEqual([[id], -118, 100, 18])
      expect(await draftOf(id_company)).toBe(0)
      expect((await post('remove', { id })).status).toBe(409)
      expect((await post('void', { id, reason: 'Error' })).status).toBe(200)
      expect([
        await claims(id_service),
        await held(owed),
        (await held('fares:PEN')) - fares,
        (await held('tax:PEN')) - tax,
      ]).toEqual([[null], 0, 0, 0])
      const again = await draftOf(id_company)
      expect((await post('issue', { id: again })).status).toBe(200)
      expect(Number(String((await read(again))['number']).slice(5))).toBe(Number(String(number).slice(5)) + 1)
      await change(id_service, { price_total: '130', price_driver: '130' })
      const next = await draftOf(id_company, { date_from: '2026-11-16', date_to: '2026-11-22' })
      expect(await read(next)).toMatchObject({ total: 12, items: [{ kind: 'earlier', id_service }] })
    })

    test('unseen it is not, where services have changed since; nor does a ride go into two', async () => {
      const id_company = await company()
      const id_service = await ride(id_company, '30')
      const id = await draftOf(id_company)
      await change(id_service, { price_total: '35', price_driver: '35' })
      const { status, text } = await post('issue', { id })
      expect([status, text]).toEqual([409, expect.stringContaining('cambiaron')])
      expect(await claims(id_service)).toEqual([null])
      await draftOf(id_company)
      // By hand, for the same ride.
      const hand = await post('create', {
        id_company,
        ...WEEK,
        items: [{ name: 'Traslado', id_service, quantity: 1, price: 30 }],
      })
      expect(hand.status, hand.text).toBe(200)
      expect((await post('issue', { id })).status).toBe(200)
      const twice = await post('issue', { id: Number(hand.body['id']) })
      expect([twice.status, twice.text]).toEqual([409, expect.stringContaining('F001-')])
      expect((await post('void', { id, reason: 'Error' })).status).toBe(200)
      expect((await post('issue', { id: Number(hand.body['id']) })).status).toBe(200)
      expect(await claims(id_service)).toEqual([Number(hand.body['id'])])
      expect(await draftOf(id_company)).toBe(0)
    })

    test('once, however many are tried at the same moment, without gaps in the numbers', async () => {
      const id_company = await company()
      await ride(id_company, '30')
      const many = engine === 'postgres' ? 40 : 6
      const all = await Promise.all(
        Array.from({ length: many }, () =>
          post('generate', { ...WEEK, by: 'company', detail: 'services', parties: [{ id_company, id_part: null }] }),
        ),
      )
      const drafts = new Set(
        all
          .filter(({ status }) => status === 200)
          .flatMap(({ body }) => (body['drafts'] as readonly { readonly id: number }[]).map(({ id }) => id)),
      )
      expect(drafts.size).toBe(1)
      const [id = 0] = drafts
      const issued = await Promise.all(Array.from({ length: many }, () => post('issue', { id })))
      expect(issued.filter(({ status }) => status === 200)).toHaveLength(1)
      const { rows: numbers } = await sql<{
        readonly n: number
      }>`select substr(number, 6)::integer as n from invoices where number is not null order by 1`.execute(
        at.server.database.db,
      )
      expect(numbers.map(({ n }) => n)).toEqual(numbers.map((_, place) => place + 1))
    })
  })

  test('is for the staff of the house alone', async () => {
    const id_company = at.server.ids.companies.a
    for (const role of ['companyA', 'readerA', 'reader', 'none'] as const) {
      for (const path of ['preview', 'generate', 'oddServices', 'exclude']) {
        const { status } = await post(
          path,
          {
            ...WEEK,
            by: 'company',
            detail: 'services',
            id_company,
            id_part: null,
            parties: [{ id_company, id_part: null }],
            id_service: 1,
            excluded: 0,
          },
          role,
        )
        expect(status, `${role} ${path}`).not.toBe(200)
      }
    }
  })
})
