import { beforeAll, describe, expect, test } from 'vitest'
import { Type } from 'typebox'
import { defineCall } from '../../src/model/call'
import type { Json, JsonObject } from '../../src/model/json'
import { serveCall, type ServerFeature } from '#engine/server'
import { checkedModel } from '../../src/server/language/metadata/metadata'
import { prepareDatabase } from '../../src/server/boot/prepare'
import { oneEngine } from '../engines'
import { testApp, type Answer, type TestApp } from './fixture-app'
import { sourceFilesOf } from './fixture-schemas'

const request = Type.Object({ resource: Type.String(), rows: Type.Array(Type.Record(Type.String(), Type.Unknown())) })
const many = serveCall(
  defineCall({
    method: 'POST',
    path: 'many',
    access: 'session',
    request,
    response: Type.Object({ saved: Type.Array(Type.Unknown()) }),
  }),
  async ({ records }, { resource, rows }) => ({
    saved: [...(await records.write(({ saveMany }) => saveMany(resource, rows as JsonObject[], 'juntos')))],
  }),
)
const feature: ServerFeature = { name: 'many', needs: {}, calls: [many] }

const schemas = {
  goods: {
    title: 'Artículo',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { company: 'id_company', shared: true },
    properties: {
      name: { type: 'string', maxLength: 20, 'x-unique': true },
      cost: { 'x-type': 'money', minimum: 0 },
      margin: { 'x-type': 'percent' },
      price: { 'x-type': 'money', 'x-formula': { add: ['cost', { pct: ['cost', 'margin'] }] } },
      sold: { type: 'integer', 'x-formula': { sum: { of: 'lines', by: 'id_good', field: 'quantity' } } },
      id_company: { 'x-type': 'ref', 'x-to': 'companies' },
    },
  },
  orders: {
    title: 'Pedido',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { company: 'id_company' },
    properties: {
      name: { type: 'string', maxLength: 20 },
      discount: { 'x-type': 'money', default: 0 },
      lines: { 'x-type': 'children', 'x-of': 'lines', 'x-link': 'id_order' },
      total: { 'x-type': 'money', minimum: 0, 'x-formula': { sub: [{ sum: 'lines.amount' }, 'discount'] } },
      tax: { 'x-type': 'money', 'x-formula': { pct: ['total', 18] } },
      pieces: { type: 'integer', 'x-formula': { sum: 'lines.quantity' } },
      size: {
        'x-type': 'enum',
        'x-values': ['small', 'large'].map((value) => ({ value, title: value })),
        'x-formula': { if: [{ total: { gte: 100 } }, { value: 'large' }, { value: 'small' }] },
      },
      id_company: { 'x-type': 'ref', 'x-to': 'companies' },
    },
    'x-checks': [{ id: 'few', assert: { pieces: { lte: 1000 } }, at: 'name', say: 'pattern' }],
  },
  lines: {
    title: 'Línea',
    type: 'object',
    required: ['id_good', 'quantity', 'agreed'],
    'x-represent': '{quantity}',
    properties: {
      id_order: { 'x-type': 'ref', 'x-to': 'orders', 'x-on-delete': 'clear' },
      id_good: { 'x-type': 'ref', 'x-to': 'goods' },
      quantity: { type: 'integer', minimum: 0 },
      agreed: { 'x-type': 'money', 'x-copy': { from: 'id_good.price' } },
      amount: { 'x-type': 'money', 'x-formula': { mul: ['quantity', 'agreed'] } },
      today: { 'x-type': 'money', 'x-formula': { mul: ['quantity', 'id_good.price'] } },
      share: { 'x-type': 'percent', 'x-scale': 1, 'x-formula': { div: [{ mul: ['amount', 100] }, 'id_order.total'] } },
    },
    'x-checks': [
      {
        id: 'cheap',
        assert: { any: [{ amount: { lt: 1_000_000 } }, { amount: { isNull: true } }] },
        at: 'quantity',
        say: 'pattern',
      },
      { id: 'counted', assert: { amount: { isNull: false } }, at: 'agreed', say: 'pattern' },
    ],
  },
  labels: {
    title: 'Etiqueta',
    'x-represent': '{called}',
    'x-scope': { company: 'id_maker' },
    properties: {
      id_good: { 'x-type': 'ref', 'x-to': 'goods', 'x-on-delete': 'clear' },
      called: { type: 'string', maxLength: 20, 'x-formula': 'id_good.name' },
      id_maker: {
        'x-type': 'ref',
        'x-to': 'companies',
        'x-formula': 'id_good.id_company',
        'x-expand': { maker: 'name' },
      },
    },
  },
  bills: {
    title: 'Cuenta',
    required: ['name'],
    'x-scope': { shared: true },
    'x-flow': {
      field: 'state',
      start: '1',
      moves: {
        pay: { title: 'Pagar', from: ['1'], to: '2' },
        reopen: { title: 'Reabrir', from: ['2', '3'], to: '1' },
        file: { title: 'Archivar', from: ['2'], to: '3', ask: { fields: ['copies'] } },
      },
      locked: { 2: { edit: ['name'] }, 3: {} },
    },
    properties: {
      name: { type: 'string', maxLength: 20 },
      id_good: { 'x-type': 'ref', 'x-to': 'goods' },
      price: { 'x-type': 'money', 'x-formula': { mul: ['id_good.price', 2] } },
      copies: { type: 'integer', default: 1 },
      postage: { 'x-type': 'money', 'x-formula': { mul: ['copies', 'price'] } },
      received: { 'x-type': 'money', 'x-formula': { sum: { of: 'receipts', by: 'id_bill', field: 'amount' } } },
      state: {
        'x-type': 'enum',
        'x-values': [
          { value: '1', title: 'Abierta' },
          { value: '2', title: 'Pagada' },
          { value: '3', title: 'Archivada' },
        ],
      },
      parts: { 'x-type': 'children', 'x-of': 'bill_parts', 'x-link': 'id_bill' },
      sum: { 'x-type': 'money', 'x-formula': { sum: 'parts.price' } },
    },
  },
  receipts: {
    title: 'Recibo',
    required: ['id_bill', 'amount'],
    'x-represent': '{amount}',
    'x-scope': { shared: true },
    properties: { id_bill: { 'x-type': 'ref', 'x-to': 'bills' }, amount: { 'x-type': 'money' } },
  },
  bill_parts: {
    title: 'Parte',
    required: ['name'],
    'x-module': false,
    'x-represent': '{name}',
    'x-scope': { shared: true },
    properties: {
      id_bill: { 'x-type': 'ref', 'x-to': 'bills' },
      name: { type: 'string', maxLength: 20 },
      id_good: { 'x-type': 'ref', 'x-to': 'goods' },
      price: { 'x-type': 'money', 'x-formula': { mul: ['id_good.price', 3] } },
    },
  },
}
const resources = { lines: { import: { columns: ['id_order', 'id_good', 'quantity', 'agreed'], match: [] } } }

oneEngine((_engine, open) =>
  describe('formulas', () => {
    let at: TestApp
    beforeAll(async () => {
      at = await testApp({ open, schemas, resources, features: [feature] })
    })

    const save = (resource: string, input: JsonObject): Promise<Answer> =>
      at.call('root', 'POST', `${resource}/create`, input)
    const made = async (resource: string, input: JsonObject): Promise<JsonObject> => {
      const answer = await save(resource, input)
      expect(answer.body, answer.text).toMatchObject({ ok: true })
      return answer.body.item as JsonObject
    }
    const read = async (resource: string, id: Json | undefined): Promise<JsonObject> =>
      (await at.call('root', 'GET', `${resource}/${String(id)}`)).body.item as JsonObject
    let goods = 0
    const good = (cost = 10, margin = 50): Promise<JsonObject> => made('goods', { name: `G${goods++}`, cost, margin })
    const order = async (
      rows: readonly (readonly [JsonObject, number])[],
      more: JsonObject = {},
    ): Promise<JsonObject> =>
      made('orders', { name: 'P', lines: rows.map(([{ id }, quantity]) => ({ id_good: id!, quantity })), ...more })
    const linesOf = ({ lines }: JsonObject): JsonObject[] => [...((lines ?? []) as readonly JsonObject[])]

    test('are stored with their record, sent or not, and nobody writes them', async () => {
      const one = await good()
      expect(one).toMatchObject({ price: 15, sold: 0 })
      expect((await save('goods', { name: 'X', cost: 1, margin: 0, price: 99 })).body).toMatchObject({
        code: 'VALIDATION',
        errors: { price: expect.any(String) as string },
      })
      expect((await save('goods', { id: one.id!, price: 99 })).body).toMatchObject({
        code: 'VALIDATION',
        errors: { price: expect.any(String) as string },
      })
      // As it was read it may come back.
      expect((await save('goods', { id: one.id!, price: 15, cost: 20 })).body.item).toMatchObject({
        price: 30,
        version: 2,
      })
      expect((await save('goods', { id: one.id!, margin: null })).body.item).toMatchObject({ price: null })
      const log = (await at.call('root', 'GET', 'logs', { target: 'goods', id_target: one.id!, limit: 1 })).body
        .items as JsonObject[]
      expect(JSON.stringify(log)).toContain('price')
    })

    test('count rows that are written with their record, in chains, and tell it in its line', async () => {
      const [a, b] = [await good(10, 0), await good(30, 0)]
      const made1 = await order(
        [
          [a, 2],
          [b, 1],
        ],
        { discount: 5 },
      )
      expect(made1).toMatchObject({ total: 45, tax: 8.1, pieces: 3, size: 'small' })
      expect(linesOf(made1).map(({ amount, share }) => [amount, share])).toEqual([
        [20, 44.4],
        [30, 66.7],
      ])
      const [first] = linesOf(made1)
      const changed = (
        await save('orders', {
          id: made1.id!,
          version: made1.version!,
          lines: [{ id: first!.id!, version: first!.version!, quantity: 12 }],
        })
      ).body.item as JsonObject
      expect(changed).toMatchObject({ total: 115, tax: 20.7, pieces: 12, size: 'large', version: 2 })
      expect(linesOf(changed)).toMatchObject([{ amount: 120, share: 104.3, version: 2 }])
      const log = (await at.call('root', 'GET', 'logs', { target: 'orders', id_target: made1.id!, limit: 1 })).body
        .items as JsonObject[]
      expect(JSON.stringify(log)).toContain('total')
      expect((await read('goods', b.id)).sold).toBe(0)
    })

    test('follow a row that is written, moved or removed by its own catalogue, and a record that they refer to', async () => {
      const a = await good(10, 0)
      const [one, two] = [await order([[a, 1]]), await order([[a, 2]])]
      const [line] = linesOf(one)
      await made('lines', { id: line!.id!, quantity: 5 })
      expect(await read('orders', one.id)).toMatchObject({ total: 50, tax: 9, pieces: 5, version: 1 })
      await made('lines', { id: line!.id!, id_order: two.id! })
      expect([(await read('orders', one.id)).total, (await read('orders', two.id)).total]).toEqual([0, 70])
      const third = await made('lines', { id_order: one.id!, id_good: a.id!, quantity: 3 })
      expect(await read('orders', one.id)).toMatchObject({ total: 30, pieces: 3 })
      expect((await read('goods', a.id)).sold).toBe(10)
      // The price of the day follows, the agreed one is the row's own.
      await made('goods', { id: a.id!, cost: 11 })
      expect(await read('lines', third.id)).toMatchObject({ today: 33, agreed: 10, amount: 30 })
      expect((await at.call('root', 'POST', 'lines/remove', { id: third.id! })).status).toBe(200)
      expect([(await read('orders', one.id)).total, (await read('goods', a.id)).sold]).toEqual([0, 7])
      expect((await at.call('root', 'POST', 'orders/remove', { id: two.id! })).status).toBe(200)
      expect((await read('goods', a.id)).sold).toBe(0)
    })

    test('a record that its state locks stays as it was, and its rows, whatever becomes of what they refer to', async () => {
      const call = async (path: string, input: JsonObject) =>
        (await at.call('root', 'POST', path, input)).body.item as JsonObject
      const good = (await call('goods/create', { name: 'Vidrio', cost: 10, margin: 0 })).id ?? null
      const bill = (name: string) =>
        call('bills/create', { name, id_good: good, parts: [{ name: 'P', id_good: good }] })
      const [draft, paid] = [await bill('Borrador'), await bill('Pagada')]
      await call('bills/pay', { id: paid.id ?? null })
      await call('goods/create', { id: good, cost: 20 })
      const read = async ({ id }: JsonObject) => (await at.call('root', 'GET', `bills/${String(id)}`)).body.item
      expect(await read(draft)).toMatchObject({ price: 40, sum: 60, parts: [{ price: 60 }] })
      expect(await read(paid)).toMatchObject({ price: 20, sum: 30, parts: [{ price: 30 }] })
      // Nor does what is still open in it, or a move between such states, bring it up to date; what belongs to no state
      // is counted on.
      const id = paid.id ?? null
      expect(await call('bills/create', { id, name: 'Cobrada' })).toMatchObject({
        name: 'Cobrada',
        price: 20,
        sum: 30,
        postage: 20,
      })
      await call('receipts/create', { id_bill: id, amount: 15 })
      await call('bills/file', { id, copies: 3 })
      expect(await read(paid)).toMatchObject({
        state: '3',
        price: 20,
        sum: 30,
        postage: 60,
        received: 15,
        parts: [{ price: 30 }],
      })
      await call('bills/reopen', { id })
      expect(await read(paid)).toMatchObject({ state: '1', price: 40, postage: 120 })
    })

    test('sort, filter and are exported, as any column', async () => {
      const a = await good(10, 0)
      const own = [await order([[a, 3]]), await order([[a, 1]]), await order([[a, 20]])]
      const ids = own.map(({ id }) => id!)
      const list = async (query: JsonObject): Promise<readonly Json[]> =>
        (
          (
            await at.call('root', 'GET', 'orders', {
              ...query,
              filters: { id: { in: ids }, ...(query.filters as JsonObject) },
            })
          ).body.items as JsonObject[]
        ).map(({ total }) => total!)
      expect(await list({ order_col: 'total', order_dir: 'desc' })).toEqual([200, 30, 10])
      expect(await list({ filters: { total: { gte: 30 } }, order_col: 'total', order_dir: 'asc' })).toEqual([30, 200])
      expect(await list({ filters: { size: 'large' } })).toEqual([200])
      const csv = await at.call('root', 'GET', 'orders', {
        filters: { id: ids[2]! },
        format: 'csv',
        columns: ['name', 'total'].join(),
      })
      expect(csv.text).toMatch(/P[,;]200/)
    })

    test('a rule that looks at what rows come to is judged when they are written, and its error leaves everything as it was', async () => {
      const a = await good(1, 0)
      const one = await order([[a, 2]])
      const refused = await save('orders', {
        id: one.id!,
        version: one.version!,
        lines: [{ id_good: a.id!, quantity: 1001 }],
      })
      expect(refused.body, refused.text).toMatchObject({
        code: 'VALIDATION',
        errors: { name: expect.any(String) as string },
      })
      expect(
        (await save('orders', { name: 'P', discount: 9, lines: [{ id_good: a.id!, quantity: 1 }] })).body,
      ).toMatchObject({ code: 'VALIDATION', errors: { discount: expect.stringContaining('«Total»') as string } })
      expect(await read('orders', one.id)).toMatchObject({ total: 2, version: 1 })
      // By its own catalogue, the table's limit refuses it.
      await made('orders', { id: one.id!, discount: 2 })
      expect((await save('lines', { id: linesOf(one)[0]!.id!, quantity: 1 })).status).toBe(422)
      expect((await read('orders', one.id)).pieces).toBe(2)
    })

    test('many records saved together count as one by one', async () => {
      const [a, b] = [await good(10, 0), await good(20, 0)]
      const [one, two] = [await order([]), await order([])]
      const rows = Array.from({ length: 40 }, (_, i) => ({
        id_order: (i % 2 ? one : two).id!,
        id_good: (i % 4 < 2 ? a : b).id!,
        quantity: i,
      }))
      const { body, text } = await at.call('root', 'POST', 'many', { resource: 'lines', rows })
      expect(body.saved, text).toHaveLength(40)
      const total = (which: number): number =>
        rows.reduce((sum, { quantity }, i) => (i % 2 === which ? sum + quantity * (i % 4 < 2 ? 10 : 20) : sum), 0)
      expect([(await read('orders', one.id)).total, (await read('orders', two.id)).total]).toEqual([total(1), total(0)])
      expect((await read('goods', a.id)).sold).toBe(
        rows.reduce((sum, { quantity }, i) => (i % 4 < 2 ? sum + quantity : sum), 0),
      )
    })

    test("a copy is taken when the reference is chosen, and is the record's own afterwards", async () => {
      const [a, b] = [await good(10, 0), await good(20, 0)]
      const line = await made('lines', { id_good: a.id!, quantity: 1 })
      expect(line).toMatchObject({ agreed: 10, amount: 10 })
      expect(await made('lines', { id_good: a.id!, quantity: 1, agreed: 7 })).toMatchObject({ agreed: 7, amount: 7 })
      // What is sent empty is meant to be empty, and this field must not be.
      expect((await save('lines', { id_good: a.id!, quantity: 1, agreed: null })).body).toMatchObject({
        code: 'VALIDATION',
        errors: { agreed: expect.any(String) as string },
      })
      const dear = (
        await save('orders', {
          name: 'P',
          lines: [
            { id_good: a.id!, quantity: 1 },
            { id_good: a.id!, quantity: 100_000 },
          ],
        })
      ).body
      expect(dear).toMatchObject({ code: 'VALIDATION', errors: { 'lines.1.quantity': expect.any(String) as string } })
      expect(await made('lines', { id: line.id!, agreed: 8 })).toMatchObject({ agreed: 8 })
      expect(await made('lines', { id: line.id!, quantity: 2 })).toMatchObject({ agreed: 8, amount: 16 })
      expect(await made('lines', { id: line.id!, id_good: b.id! })).toMatchObject({ agreed: 20, amount: 40 })
      expect(await made('lines', { id: line.id!, id_good: a.id!, agreed: 9 })).toMatchObject({ agreed: 9, amount: 18 })
    })

    test('a reference follows the one behind another, and a record is called by what it refers to', async () => {
      const { a, b } = at.ids.companies
      const one = await made('goods', { name: 'de A', cost: 1, id_company: a })
      const label = await made('labels', { id_good: one.id! })
      expect(label).toMatchObject({ called: 'de A', id_maker: a, maker: expect.any(String) as string })
      const seen = async (role: Parameters<TestApp['call']>[0]) =>
        (await at.call(role, 'GET', 'labels', { lookup: 1 })).body.items
      expect([await seen('companyA'), await seen('companyB')]).toEqual([[{ id: label.id, label: 'de A' }], []])
      await made('goods', { id: one.id!, name: 'de B', id_company: b })
      expect(await read('labels', label.id)).toMatchObject({ called: 'de B', id_maker: b })
      expect([await seen('companyA'), await seen('companyB')]).toEqual([[], [{ id: label.id, label: 'de B' }]])
      expect((await save('labels', { id: label.id!, id_maker: a })).status).toBe(422)
      expect((await at.call('root', 'POST', 'goods/remove', { id: one.id! })).status).toBe(200)
      expect(await read('labels', label.id)).toMatchObject({ called: null, id_maker: null })
    })

    test("writers of one record's rows at the same time lose none of them", async () => {
      const a = await good(1, 0)
      const one = await order([])
      await Promise.all(
        Array.from({ length: 12 }, (_, i) => made('lines', { id_order: one.id!, id_good: a.id!, quantity: i })),
      )
      expect(await read('orders', one.id)).toMatchObject({ total: 66, pieces: 66 })
      expect((await read('goods', a.id)).sold).toBe(66)
      // A price and a row that uses it.
      await Promise.all([
        made('goods', { id: a.id!, cost: 3 }),
        ...Array.from({ length: 4 }, () => made('lines', { id_good: a.id!, quantity: 1 })),
      ])
      const { rows } = {
        rows: (await at.call('root', 'GET', 'lines', { filters: { id_good: a.id! }, limit: 100 })).body
          .items as JsonObject[],
      }
      expect(rows.every(({ today, quantity }) => today === Number(quantity) * 3)).toBe(true)
    })

    test('the description of the interface has them read-only', async () => {
      const page = await at.request({ method: 'GET', url: '/api/rest/openapi.json', token: await at.tokenFor('root') })
      expect(page.text).toMatch(/"price":\{[^}]*"readOnly":true/)
    })

    test('existing rows get their values when a formula is added or changed, and what reads them follows', async () => {
      const a = await good(10, 50)
      const line = await made('lines', { id_good: a.id!, quantity: 2 })
      const lines: string[] = []
      const changed = structuredClone(schemas) as unknown as {
        [name: string]: { properties: { [field: string]: { [keyword: string]: Json } } }
      }
      changed.goods!.properties.price!['x-formula'] = { mul: ['cost', 3] }
      changed.goods!.properties.twice = { 'x-type': 'money', 'x-formula': { mul: ['price', 2] } }
      const model = checkedModel(sourceFilesOf(changed as never, resources as never), [feature])
      await prepareDatabase(at.database, model, [feature], at.runtime.words, (text) => void lines.push(text))
      expect(
        (await at.database.db
          .selectFrom('goods')
          .select(['price', 'twice'])
          .where('id', '=', Number(a.id))
          .executeTakeFirst()) as unknown,
      ).toMatchObject({ price: '30', twice: '60' })
      expect((await read('lines', line.id)).today).toBe(60)
      expect(lines.join('\n')).toMatch(/goods.twice: \d+ rows/)
      const again: string[] = []
      await prepareDatabase(at.database, model, [feature], at.runtime.words, (text) => void again.push(text))
      expect(again.join('\n')).not.toMatch(/formula/)
    })
  }),
)
