import { setTimeout as sleep } from 'node:timers/promises'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isUnderWay, type ImportView } from '../../src/model/import-answer'
import type { Json, JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { multipart } from '../multipart'
import { testApp, type TestApp } from './fixture-app'

// Who sells on credit asks for no deposit; what is closed has no price, seen or not.
const SCHEMAS = {
  deals: {
    title: 'Trato',
    type: 'object',
    required: ['name'],
    'x-traits': ['activable'],
    'x-scope': { shared: true },
    properties: {
      name: { type: 'string', title: 'Nombre', maxLength: 40, 'x-unique': true },
      credit: { type: 'boolean', title: 'A crédito', default: 0 },
      deposit: {
        'x-type': 'money',
        title: 'Adelanto',
        minimum: 0,
        default: 10,
        'x-set': { to: 0, when: { credit: { eq: 1 } } },
      },
      checked: { type: 'boolean', title: 'Revisado', default: 0, 'x-set': { to: 1, when: { deposit: { eq: 0 } } } },
      margin: {
        type: 'integer',
        title: 'Margen',
        'x-see': { 'user.root': { eq: true } },
        'x-set': { to: null, when: { credit: { eq: 1 } } },
      },
      parts: { 'x-type': 'children', title: 'Partes', 'x-of': 'deal_parts', 'x-link': 'id_deal' },
    },
  },
  deal_parts: {
    title: 'Parte',
    type: 'object',
    required: ['name'],
    'x-module': false,
    'x-scope': { shared: true },
    properties: {
      id_deal: { 'x-type': 'ref', 'x-to': 'deals' },
      name: { type: 'string', maxLength: 20 },
      free: { type: 'boolean', default: 0 },
      price: {
        'x-type': 'money',
        minimum: 0,
        'x-require': { free: { eq: 0 } },
        'x-set': { to: 0, when: { free: { eq: 1 } } },
      },
    },
  },
}
const RESOURCES = { deals: { title: 'Tratos', import: { columns: ['name', 'credit', 'deposit'], match: ['name'] } } }

oneEngine((_engine, open) => {
  describe('a value that a rule sets', () => {
    let at: TestApp
    const save = async (input: JsonObject, role: 'root' | 'operator' = 'root') =>
      at.call(role, 'POST', 'deals/create', input)
    const deal = async (input: JsonObject): Promise<JsonObject> => {
      const { status, body, text } = await save(input)
      expect(status, text).toBe(200)
      return body.item as JsonObject
    }
    beforeAll(async () => {
      at = await testApp({ open, schemas: SCHEMAS, resources: RESOURCES })
    })
    afterAll(() => at?.close())

    test('is written whatever is sent, and may make another rule hold', async () => {
      expect(await deal({ name: 'uno', credit: 1, deposit: 50, checked: 0, margin: 4 })).toMatchObject({
        credit: 1,
        deposit: 0,
        checked: 1,
        margin: null,
      })
      expect(await deal({ name: 'dos', deposit: 50 })).toMatchObject({ deposit: 50, checked: 0 })
    })

    test('comes with the change that makes the rule hold, is locked while it does, and stays after it', async () => {
      const { id } = await deal({ name: 'tres', deposit: 50, margin: 7 })
      expect(await deal({ id: id ?? 0, credit: 1 })).toMatchObject({ deposit: 0, checked: 1, margin: null, version: 2 })
      const locked = await deal({ id: id ?? 0, deposit: 30 })
      expect(locked).toMatchObject({ deposit: 0, version: 2 })
      expect((await at.call('root', 'GET', 'deals/why', { id: id ?? 0, field: 'deposit' })).body).toMatchObject({
        allowed: false,
        why: 'Se completa solo, porque A crédito es sí.',
      })
      expect(await deal({ id: id ?? 0, credit: 0 })).toMatchObject({ deposit: 0 })
      expect(await deal({ id: id ?? 0, deposit: 30 })).toMatchObject({ deposit: 30, checked: 1 })
    })

    test('reaches a field that the asker does not see, and is told in the log', async () => {
      const { id } = await deal({ name: 'cuatro', margin: 9 })
      const changed = await save({ id: id ?? 0, credit: 1 }, 'operator')
      expect([changed.status, 'margin' in (changed.body.item as JsonObject)]).toEqual([200, false])
      expect((await at.call('root', 'GET', `deals/${String(id)}`)).body.item).toMatchObject({ margin: null })
      const [log] = (await at.call('root', 'GET', 'logs', { target: 'deals', id_target: id ?? 0 })).body
        .items as unknown as JsonObject[]
      const changes = log?.changes as unknown as { field: string }[]
      expect(changes.map(({ field }) => field)).toEqual(
        expect.arrayContaining(['credit', 'deposit', 'checked', 'margin']),
      )
    })

    test('does not hide that something impossible was sent in its place', async () => {
      expect((await save({ name: 'cinco', credit: 1, deposit: -5 })).body).toMatchObject({
        code: 'VALIDATION',
        errors: { deposit: expect.any(String) },
      })
      expect((await save({ name: 'cinco', credit: 1, deposit: 'mucho' })).body).toMatchObject({
        errors: { deposit: expect.any(String) },
      })
    })

    test('holds for the rows of a record', async () => {
      const item = await deal({
        name: 'seis',
        parts: [
          { name: 'a', free: 1, price: 3 },
          { name: 'b', price: 3 },
          { name: 'c', free: 1 },
        ] as unknown as Json,
      })
      expect(item.parts).toMatchObject([
        { name: 'a', price: 0 },
        { name: 'b', price: 3 },
        { name: 'c', price: 0 },
      ])
      expect((await save({ name: 'siete', parts: [{ name: 'a' }] as unknown as Json })).body.errors).toHaveProperty([
        'parts.0.price',
      ])
    })

    test('holds for the simple REST of other programs and for an import', async () => {
      const made = await at.request({
        method: 'POST',
        url: '/api/rest/deals',
        token: await at.tokenFor('root'),
        payload: JSON.stringify({ name: 'ocho', credit: 1, deposit: 5 }),
      })
      expect([made.status, made.body], made.text).toMatchObject([200, { deposit: 0 }])
      const file = await writeXlsx({
        sheets: [
          {
            name: 'Datos',
            rows: [
              ['Nombre', 'A crédito', 'Adelanto'],
              ['nueve', 'Sí', '8'],
              ['diez', 'No', '8'],
              ['dos', 'Sí', ''],
            ],
          },
        ],
      })
      const { headers, payload } = multipart(file, 'tratos.xlsx')
      const upload = await at.app.inject({
        method: 'POST',
        url: '/api/admin/deals/importVerify',
        headers: { ...headers, authorization: `Bearer ${await at.tokenFor('root')}` },
        payload,
      })
      const verified = await settled(upload.json())
      expect(verified.items.map(({ errors }) => errors)).toEqual([{}, {}, {}])
      await settled(
        (await at.call('root', 'POST', 'deals/importSave', { id: verified.id })).body as unknown as ImportView,
      )
      const items = (
        await at.call('root', 'GET', 'deals', {
          filters: JSON.stringify({ name: ['nueve', 'diez', 'dos'] }),
          order_col: 'id',
        })
      ).body.items
      expect(items).toMatchObject([
        { name: 'dos', deposit: 0, credit: 1 },
        { name: 'nueve', deposit: 0 },
        { name: 'diez', deposit: 8 },
      ])
    })

    const settled = async (first: ImportView): Promise<ImportView> => {
      for (let view = first; ; ) {
        if (!isUnderWay(view.state)) return view
        await sleep(20)
        view = (await at.call('root', 'GET', 'deals/importRows', { id: view.id })).body as unknown as ImportView
      }
    }
  })
})
