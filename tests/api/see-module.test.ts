import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { keyActor } from '../../src/server/language/actor/key-rights'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import type { RoleName } from './fixture-users'

const schemas = {
  purses: {
    title: 'Monedero',
    required: ['name'],
    'x-represent': '{name}',
    properties: {
      name: { type: 'string', maxLength: 40 },
      id_holder: { 'x-type': 'ref', 'x-to': 'holders' },
      amount: { 'x-type': 'money' },
    },
  },
  holders: {
    title: 'Titular',
    required: ['name'],
    'x-represent': '{name}',
    properties: {
      name: { type: 'string', maxLength: 40, 'x-search': true },
      balance: {
        'x-type': 'money',
        title: 'Saldo',
        'x-formula': { sum: { of: 'purses', by: 'id_holder', field: 'amount' } },
        'x-see-module': 'purses',
      },
      num_purses: {
        'x-type': 'computed',
        title: 'Monederos',
        'x-computed': { count: 'purses', by: 'id_holder' },
        'x-see-module': 'purses',
      },
    },
  },
}
const resources = {
  holders: {
    list: { columns: ['name', 'balance', 'num_purses'] },
    filters: [{ f: 'balance', as: 'range' }],
    stats: [
      { id: 'all', title: 'Todos' },
      { id: 'money', title: 'Dinero', sum: 'balance' },
    ],
  },
}

oneEngine((_engine, open) => {
  describe("a value that is another module's", () => {
    let at: TestApp
    let id = 0
    const get = (role: RoleName, path: string, query: JsonObject = {}) => at.call(role, 'GET', path, query)
    beforeAll(async () => {
      at = await testApp({ open, schemas, resources })
      id = Number((await at.call('operator', 'POST', 'holders/create', { name: 'Ana' })).body.id)
      await at.call('operator', 'POST', 'purses/create', { name: 'Uno', id_holder: id, amount: '12.50' })
      const { db } = at.database
      const [role, module] = [
        await db.selectFrom('roles').select('id').where('name', '=', 'Lector').executeTakeFirstOrThrow(),
        await db.selectFrom('modules').select('id').where('key', '=', 'purses').executeTakeFirstOrThrow(),
      ]
      await db
        .insertInto('role_modules')
        .values({ id_role: role.id, id_module: module.id, see: false, edit: false })
        .execute()
      at.runtime.changed('role_modules')
    })
    afterAll(() => at?.close())

    test('is there for who sees that module', async () => {
      expect((await get('operator', `holders/${id}`)).body.item).toMatchObject({ balance: 12.5, num_purses: 1 })
      expect((await get('operator', 'holders', { filters: { balance: { gte: 12 } } })).body.total).toBe(1)
      expect((await get('operator', 'holders', { format: 'csv', headers: 'names' })).text).toContain('12.5')
      expect(
        ((await get('operator', 'holders/stats')).body.items as unknown as JsonObject[]).map((one) => one.id),
      ).toEqual(['all', 'money'])
    })

    test('is not there for a key that lacks the module, whoever owns it', () => {
      const owner = {
        id: 1,
        root: false,
        operator: true,
        language: 'es',
        scopes: {},
        rights: { holders: { see: true, edit: true }, purses: { see: true, edit: true } },
        facts: { 'sees:purses': true },
      }
      const factsWith = (...modules: readonly string[]) =>
        keyActor(owner, { id: 1, name: 'k', rights: new Map(modules.map((module) => [module, false])) }).facts
      expect([factsWith('holders'), factsWith('holders', 'purses')]).toMatchObject([
        { 'sees:purses': false },
        { 'sees:purses': true },
      ])
    })

    test('leaves by no way for who does not: list, record, form, filter, order, numbers, files, look-ups and REST', async () => {
      const told = [
        await get('reader', 'holders'),
        await get('reader', `holders/${id}`),
        await get('reader', `holders/${id}/info`),
        await at.call('reader', 'POST', 'holders/form', { id }),
        await get('reader', 'holders', { format: 'csv', headers: 'names' }),
        await get('reader', `holders/${id}`, { export: 'html' }),
        await get('reader', 'holders', { format: 'html' }),
        await get('reader', 'holders/stats'),
        await get('reader', 'holders', { lookup: 1 }),
        await get('reader', 'model/now'),
        await get('reader', 'logs', { target: 'holders', id_target: id }),
        await at.request({ method: 'GET', url: `/api/rest/holders/${id}`, token: await at.tokenFor('reader') }),
        await at.request({ method: 'GET', url: '/api/rest/holders', token: await at.tokenFor('reader') }),
      ]
      expect(told.map(({ status }) => status)).toEqual(told.map(() => 200))
      for (const { text } of told) expect(text).not.toMatch(/12[.,]5|"?balance"?|num_purses|Saldo|Monederos/)
      const refused: readonly JsonObject[] = [
        { filters: { balance: { gte: 1 } } },
        { order_col: 'balance' },
        { order_col: 'num_purses' },
        { format: 'csv', columns: 'name,balance' },
        { filters: { num_purses: 1 } },
      ]
      for (const query of refused)
        expect(await get('reader', 'holders', query)).toMatchObject({ status: 400, body: { code: 'FILTER_UNKNOWN' } })
    })
  })
})
