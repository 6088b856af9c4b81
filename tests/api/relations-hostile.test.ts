import { beforeAll, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import { eachEngine } from '../engines'
import { testApp, type Answer, type TestApp } from './fixture-app'
import type { RoleName } from './fixture-users'

const OPERATORS = { 'user.operator': { eq: true } }
const SCHEMAS = {
  tags: {
    title: 'Tag', type: 'object', required: ['name'], 'x-represent': '{name}', 'x-scope': { company: 'id_company', shared: true },
    properties: {
      name: { type: 'string', maxLength: 40 }, id_company: { 'x-type': 'ref', 'x-to': 'companies' },
      level: { type: 'integer', 'x-see': OPERATORS },
    },
  },
  tongues: {
    title: 'Tongue', required: ['name'], 'x-key': { maxLength: 2, pattern: '^[a-z]{2}$' }, 'x-represent': '{name}', 'x-scope': { shared: true },
    properties: { name: { type: 'string', maxLength: 40 }, terms: { 'x-type': 'children', 'x-of': 'terms', 'x-link': 'id_tongue' } },
  },
  terms: {
    title: 'Word', required: ['text', 'id_tongue'], 'x-module': false, 'x-represent': '{text}', 'x-scope': { shared: true },
    properties: { text: { type: 'string', maxLength: 40 }, id_tongue: { 'x-type': 'ref', 'x-to': 'tongues' } },
  },
  labels: {
    title: 'Label', required: ['name', 'id_plan'], 'x-module': false, 'x-key': { maxLength: 4, pattern: '^[a-z]{1,4}$' }, 'x-represent': '{name}',
    'x-scope': { company: 'id_plan.id_company' },
    properties: { name: { type: 'string', maxLength: 40 }, id_plan: { 'x-type': 'ref', 'x-to': 'plans' } },
  },
  plans: {
    title: 'Plan', type: 'object', required: ['name'], 'x-represent': '{name}', 'x-scope': { company: 'id_company', shared: true }, 'x-dynamic': true,
    properties: {
      called: { 'x-type': 'computed', 'x-computed': { text: '{name} ({id_company}) {note}' } },
      name: { type: 'string', maxLength: 40, 'x-search': true },
      note: { type: 'string', maxLength: 40, 'x-see': OPERATORS },
      id_company: { 'x-type': 'ref', 'x-to': 'companies' },
      id_place: { 'x-type': 'ref', 'x-to': 'places', 'x-choices': { id_company: { eq: { form: 'id_company' } } } },
      id_shade: { 'x-type': 'ref', 'x-to': 'tags', 'x-see': OPERATORS, 'x-choices': { level: { gte: { form: 'rank_from' } } } },
      rank_from: { type: 'integer' },
      tags: { 'x-type': 'refs', 'x-to': 'tags' },
      hidden_tags: { 'x-type': 'refs', 'x-to': 'tags', 'x-see': OPERATORS },
      tongues: { 'x-type': 'refs', 'x-to': 'tongues' },
      zones: { 'x-type': 'children', 'x-of': 'zones', 'x-link': 'id_plan' },
      hidden_zones: { 'x-type': 'children', 'x-of': 'zones', 'x-link': 'id_other', 'x-see': OPERATORS },
      labels: { 'x-type': 'children', 'x-of': 'labels', 'x-link': 'id_plan' },
      num_zones: { 'x-type': 'computed', 'x-computed': { count: 'zones', by: 'id_plan' } },
      cost: { 'x-type': 'computed', 'x-computed': { sum: 'cost', of: 'zones', by: 'id_plan' } },
      dear: { 'x-type': 'computed', 'x-computed': { count: 'zones', by: 'id_plan', where: { cost: { gte: 10 } } } },
      secret_price: { 'x-type': 'computed', 'x-computed': { sum: 'price', of: 'zones', by: 'id_plan' }, 'x-see': OPERATORS },
    },
  },
  zones: {
    title: 'Zone', type: 'object', required: ['name'], 'x-module': false, 'x-represent': '{name}', 'x-traits': ['sortable', 'tree'],
    'x-scope': { company: 'id_company', shared: true },
    properties: {
      id_plan: { 'x-type': 'ref', 'x-to': 'plans' },
      id_other: { 'x-type': 'ref', 'x-to': 'plans' },
      id_company: { 'x-type': 'ref', 'x-to': 'companies' },
      name: { type: 'string', maxLength: 40 },
      code: { type: 'string', maxLength: 5, 'x-unique': true },
      price: { 'x-type': 'money', default: 5 },
      cost: { 'x-type': 'money', 'x-see': OPERATORS },
      tags: { 'x-type': 'refs', 'x-to': 'tags' },
      parts: { 'x-type': 'children', 'x-of': 'parts', 'x-link': 'id_zone' },
    },
  },
  parts: {
    title: 'Part', required: ['name', 'id_zone'], 'x-module': false, 'x-represent': '{name}', 'x-scope': { company: 'id_zone.id_company', shared: true },
    properties: { name: { type: 'string', maxLength: 10 }, id_zone: { 'x-type': 'ref', 'x-to': 'zones' } },
  },
}
const RESOURCES = {
  plans: { import: { columns: ['name', 'tags', 'tongues'] } },
  dynamic_fields: { title: 'Campos' },
}

eachEngine((engine, open) => {
  describe('relations under attack', () => {
    let at: TestApp
    let a = 0, b = 0
    const tag: { [name: string]: number } = {}
    const put = async (path: string, input: JsonObject, role: RoleName = 'root'): Promise<Answer> => at.call(role, 'POST', `${path}/create`, input)
    const idOf = async (path: string, input: JsonObject): Promise<number> => {
      const answer = await put(path, input)
      expect(answer.body, answer.text).toMatchObject({ ok: true })
      return Number(answer.body.id)
    }
    beforeAll(async () => {
      at = await testApp({ schemas: SCHEMAS, resources: RESOURCES, database: await open() })
      ;({ a, b } = at.ids.companies)
      tag.red = await idOf('tags', { name: 'red', level: 3 })
      tag.ofB = await idOf('tags', { name: 'secret of B', id_company: b })
      for (const id of ['es', 'en']) await put('tongues', { id, version: 0, name: id })
    }, 60_000)

    test('probe', async () => {
      const said: string[] = []
      const show = (what: string, { status, text }: Answer): void => { said.push(`${what}: ${status} ${text.slice(0, 330)}`) }
      const plan = await put('plans', { name: 'P', id_company: a, note: 'hush', tags: [tag.red!, tag.ofB!], hidden_tags: [tag.red!], tongues: ['en', 'es'],
        zones: [{ name: 'z1', cost: 11, price: 2, parts: [{ name: 'p1' }], tags: [tag.red!] }, { name: 'z2 of B', cost: 12, id_company: b }],
        hidden_zones: [{ name: 'h1' }] })
      show('plan', plan)
      const id = plan.body.id!
      for (const role of ['root', 'operator', 'reader', 'companyA', 'companyB', 'readerA', 'none'] as const) {
        show(`${role} record`, await at.call(role, 'GET', `plans/${String(id)}`))
        show(`${role} list`, await at.call(role, 'GET', 'plans', {}))
      }
      show('log A', await at.call('companyA', 'GET', 'logs', { target: 'plans', id_target: id }))
      for (const format of ['csv', 'html']) {
        show(`${format}`, await at.call('companyA', 'GET', 'plans', { format }))
        show(`${format} sheet`, await at.call('companyA', 'GET', `plans/${String(id)}`, { export: format }))
        for (const columns of ['num_zones,tags,called', 'hidden_tags', 'zones', 'tags__label', 'secret_price', 'cost', 'dear'])
          for (const headers of ['names', 'labels']) show(`${format} ${columns} ${headers}`, await at.call('companyA', 'GET', 'plans', { format, columns, headers }))
      }
      for (const format of ['xlsx', 'pdf']) said.push(`${format} ${(await at.call('companyA', 'GET', 'plans', { format, columns: 'num_zones,tags' })).status}`)
      for (const filters of [{ hidden_tags: 1 }, { zones: 1 }, { num_zones: 3 }, { tags: tag.ofB! }, { tags: { isNull: true } }, { tags: [{}] }, { tags: [[1]] }, { tags: 1e300 }, { tags: '\u0000' }, { tongues: '\u0000' }, { tongues: 5 }, { tags: { __proto__x: 1 } }, { __proto__: 1 }, { constructor: 1 }, { tongues: ['en'] }] as JsonObject[])
        show(`filter ${JSON.stringify(filters)}`, await at.call('companyA', 'GET', 'plans', { filters }))
      for (const order_col of ['tags', 'num_zones', 'zones', '__proto__', 'cost']) show(`order ${order_col}`, await at.call('companyA', 'GET', 'plans', { order_col }))
      // look-ups
      for (const role of ['companyA', 'none'] as const) for (const q of [
        { for: 'plans.id_place', form: { id_company: 1e300 } }, { for: 'plans.id_place', form: { id_company: 'abc' } }, { for: 'plans.id_place', form: { id_company: { a: 1 } } },
        { for: 'plans.id_place', form: { id_company: [1] } }, { for: 'plans.id_place', form: '[1]' }, { for: 'plans.id_place', form: { id_company: '\u0000' } }, { for: '__proto__.x' }, { for: 'plans.__proto__' }, { for: { a: 1 } }, { for: 'plans.id_place', form: { id_company: true } }, { for: 'plans.id_place', form: { id_company: 1.5 } },
      ] as JsonObject[]) show(`${role} look ${JSON.stringify(q)}`, await at.call(role, 'GET', 'places', { lookup: 1, ...q }))
      for (const rank_from of [1, 3, 4, 1e300, 'x', '9'] as Json[]) show(`A tags for hidden ${String(rank_from)}`, await at.call('companyA', 'GET', 'tags', { lookup: 1, for: 'plans.id_shade', form: { rank_from } }))
      // writes
      for (const value of [{}, [{}], [[1]], [null], ['\u0000'], [1e300], [-1], [1.5], '1', 'x', 7, true, Array.from({ length: 1000 }, (_, i) => i + 1), [tag.red!, tag.red!], [{ id: 1 }], ['1 ; drop']] as Json[])
        for (const field of ['tags', 'tongues', 'hidden_tags']) show(`${field}=${JSON.stringify(value).slice(0, 40)}`, await put('plans', { id, [field]: value }, 'companyA'))
      for (const value of [{}, [[]], [null], ['x'], [{ id: {} }], [{ id: [1] }], [{ id: 1e300 }], [{ id: '\u0000' }], [{ id: -1 }], [{ id: true }], [{ __proto__x: 1 }], JSON.parse('[{"name":"q","__proto__":{"a":1},"constructor":1}]'),
        [{ name: 'z', id_plan: 99 }], [{ name: 'z', id_plan: {} }], [{ name: 'z', id_parent: {} }], [{ name: 'z', id_parent: 9999 }], [{ name: 'z', version: {} }], [{ name: { a: 1 } }], [{ name: '\u0000' }], [{ name: 'z', parts: { a: 1 } }], [{ name: 'z', parts: [{ name: 'far too long name' }] }],
        [{ name: 'z', parts: [[1]] }], [{ name: 'z', tags: [{}] }], [{ name: 'z', cost: 5 }], [{ name: 'z', price: 1e300 }], [{ name: 'z', date_deleted: 'x' }], [{ name: 'z', id_company: b }],
        Array.from({ length: 1000 }, (_, i) => ({ name: `n${i}` }))] as Json[])
        show(`zones=${JSON.stringify(value).slice(0, 60)}`, await put('plans', { id, zones: value }, 'companyA'))
      for (const value of [[{ id: 'ab', name: 'x' }], [{ id: 'ab', version: 0, name: 'x' }], [{ name: 'x' }], [{ id: {}, name: 'x' }], [{ id: 'create', name: 'x' }], [{ id: '\u0000', name: 'x' }]] as Json[])
        show(`labels=${JSON.stringify(value)}`, await put('plans', { id, labels: value }))
      show('words', await put('tongues', { id: 'es', terms: [{ text: 'hola' }] }))
      show('words read', await at.call('root', 'GET', 'tongues/es'))
      for (const v of [{ id_company: 1e300, id_place: 1 }, { id_company: 'abc', id_place: 1 }, { id_company: {}, id_place: 1 }, { id_company: [1], id_place: 1 }, { id_company: '\u0000', id_place: 1 }, { rank_from: 1e300, id_shade: 1 }, { rank_from: 'x', id_shade: 1 }, { rank_from: { a: 1 }, id_shade: 1 }, { rank_from: [1], id_shade: 1 }] as JsonObject[])
        show(`choice ${JSON.stringify(v)}`, await put('plans', { name: 'C', ...v }, 'operator'))
      const deep = `{"id":${String(id)},"zones":${'['.repeat(4000)}${']'.repeat(4000)}}`
      show('deep', await at.request({ method: 'POST', url: '/api/admin/plans/create', token: await at.tokenFor('companyA'), payload: deep }))
      const deepRow = `{"id":${String(id)},"zones":[{"name":${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}}]}`
      show('deep row', await at.request({ method: 'POST', url: '/api/admin/plans/create', token: await at.tokenFor('companyA'), payload: deepRow }))
      for (const [path, query] of [['why', { action: 'edit', id: String(id), field: 'zones' }], ['why', { action: 'edit', id: String(id), field: 'hidden_zones' }], ['why', { action: 'edit', id: String(id), field: 'num_zones' }], ['why', { field: '__proto__' }]] as [string, JsonObject][])
        show(`why ${JSON.stringify(query)}`, await at.call('companyA', 'GET', `plans/${path}`, query))
      // cursors
      for (const cursor of [['id', 'asc', null, 'abc'], ['name', 'asc', 'x', 'abc'], ['name', 'asc', 'x', 1e15]] as Json[][])
        show(`cursor ${JSON.stringify(cursor)}`, await at.call('companyA', 'GET', 'plans', { after: Buffer.from(JSON.stringify(cursor)).toString('base64url'), order_col: String(cursor[0]) }))
      require('node:fs').writeFileSync(`/tmp/probe-${engine}.txt`, said.join('\n'))
    }, 60_000)
  })
})
