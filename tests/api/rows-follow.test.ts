import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import type { RoleName } from './fixture-users'

const ref = (to: string): JsonObject => ({ 'x-type': 'ref', 'x-to': to })
const name = { type: 'string', title: 'Nombre', maxLength: 40, 'x-search': true }
// Neither the rows nor their own rows say whose they are; the first have a module of their own.
const SCHEMAS = {
  bills: {
    title: 'Cuenta',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { company: 'id_company' },
    properties: {
      name,
      id_company: ref('companies'),
      lines: { 'x-type': 'children', title: 'Líneas', 'x-of': 'lines', 'x-link': 'id_bill' },
      total: { 'x-type': 'money', title: 'Total', 'x-formula': { sum: 'lines.price' } },
    },
  },
  lines: {
    title: 'Línea',
    required: ['name'],
    'x-represent': '{name}',
    properties: {
      id_bill: ref('bills'),
      name,
      price: { 'x-type': 'money', default: 1 },
      parts: { 'x-type': 'children', title: 'Partes', 'x-of': 'parts', 'x-link': 'id_line' },
    },
  },
  parts: { title: 'Parte', required: ['name'], 'x-represent': '{name}', properties: { id_line: ref('lines'), name } },
}
const QUERIES: readonly JsonObject[] = [{}, { lookup: 1 }, { q: 'e' }]
const RESOURCES = {
  bills: { title: 'Cuentas', print: { paper: { title: 'Cuenta', blocks: [{ rows: 'lines', columns: ['name'] }] } } },
  lines: { title: 'Líneas', import: true },
}

oneEngine((_engine, open) => {
  describe('rows of a record that do not say whose they are', () => {
    let at: TestApp
    let bill: JsonObject
    const call = (role: RoleName, method: 'GET' | 'POST', path: string, input: JsonObject = {}) =>
      at.call(role, method, path, input)
    const namesIn = (item: Json | undefined, field: string): Json[] =>
      (((item as JsonObject | undefined)?.[field] ?? []) as readonly JsonObject[]).map((row) => row.name ?? null)
    const listed = async (role: RoleName, path: string, query: JsonObject = {}): Promise<Json[]> => {
      const { body, text } = await call(role, 'GET', path, query)
      if (!Array.isArray(body.items)) throw new Error(`${path}: ${text}`)
      return (body.items as readonly JsonObject[]).map((row) => row.name ?? row.label ?? null)
    }
    beforeAll(async () => {
      at = await testApp({ open, schemas: SCHEMAS, resources: RESOURCES })
      const made = await call('companyA', 'POST', 'bills/create', {
        name: 'Uno',
        lines: [{ name: 'Flete', price: 5, parts: [{ name: 'Ida' }, { name: 'Vuelta' }] }, { name: 'Peaje' }],
      })
      expect(made.body, made.text).toMatchObject({ ok: true })
      bill = made.body.item as JsonObject
    })
    afterAll(() => at?.close())

    test('are made, read and changed by who makes, sees and changes the record', async () => {
      for (const role of ['companyA', 'readerA', 'operator', 'root'] as const) {
        const { item } = (await call(role, 'GET', `bills/${Number(bill.id)}`)).body
        expect([role, namesIn(item, 'lines'), namesIn((item as { lines: JsonObject[] }).lines[0], 'parts')]).toEqual([
          role,
          ['Flete', 'Peaje'],
          ['Ida', 'Vuelta'],
        ])
        expect([role, await listed(role, 'lines'), await listed(role, 'parts')]).toEqual([
          role,
          ['Flete', 'Peaje'],
          ['Ida', 'Vuelta'],
        ])
      }
      const [flete = {}, peaje = {}] = bill.lines as JsonObject[]
      const changed = await call('companyA', 'POST', 'bills/create', {
        id: bill.id ?? null,
        lines: [
          { id: flete.id ?? null, price: 7, parts: [{ name: 'Ida' }] },
          { name: 'Espera', price: 2 },
        ],
      })
      expect(changed).toMatchObject({ status: 200, body: { item: { total: 9 } } })
      expect(namesIn(changed.body.item, 'lines')).toEqual(['Flete', 'Espera'])
      expect((await call('companyA', 'GET', `lines/${Number(peaje.id)}`)).status).toBe(404)
      expect((await call('readerA', 'POST', 'bills/create', { id: bill.id ?? null, lines: [] })).status).toBe(403)
    })

    test("are nobody else's by any call: list, record, look-up, export, print, change", async () => {
      const { item } = (await call('root', 'GET', `bills/${Number(bill.id)}`)).body
      const [line = {}] = (item as { lines: JsonObject[] }).lines
      const id = Number(line.id)
      for (const path of ['lines', 'parts'])
        for (const query of QUERIES)
          expect([path, query, await listed('companyB', path, query)]).toEqual([path, query, []])
      expect((await call('companyB', 'GET', `lines/${id}`)).status).toBe(404)
      const [theirs, own] = [
        await call('companyB', 'GET', 'lines', { format: 'csv' }),
        await call('companyA', 'GET', 'lines', { format: 'csv' }),
      ]
      expect([theirs.text.includes('Flete'), own.text]).toEqual([false, expect.stringContaining('Flete')])
      expect((await call('companyB', 'POST', 'lines/create', { id, name: 'Mía' })).status).toBe(404)
      expect((await call('companyB', 'POST', 'lines/remove', { id })).status).toBe(404)
      expect((await call('companyB', 'POST', 'lines/create', { name: 'Ajena', id_bill: bill.id ?? null })).status).toBe(
        422,
      )
      expect((await call('companyB', 'POST', 'lines/create', { name: 'De nadie' })).status).toBe(422)
      expect(
        (await call('companyB', 'POST', 'bills/create', { name: 'Dos', lines: [{ id, name: 'Robada' }] })).body,
      ).toMatchObject({ ok: false })
      const print = async (role: RoleName) =>
        (await call(role, 'GET', `bills/${Number(bill.id)}`, { print: 'paper', export: 'html' })).text
      expect([(await print('companyB')).includes('Flete'), await print('companyA')]).toEqual([
        false,
        expect.stringContaining('Flete'),
      ])
    })
  })
})
