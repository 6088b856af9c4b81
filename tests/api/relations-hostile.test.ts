import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../../src/model/errors'
import type { Json, JsonObject } from '../../src/model/json'
import { inOneWrite, inSavepoint } from '../../src/server/records/write/open-write'
import type { RecordContext } from '../../src/server/records/record-context'
import { oneEngine } from '../engines'
import { testApp, type Answer, type TestApp } from './fixture-app'
import type { RoleName } from './fixture-users'

const ROOT = { 'user.root': { eq: true } }
const OPERATORS = { 'user.operator': { eq: true } }
const SCHEMAS = {
  tags: {
    title: 'Tag',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { company: 'id_company', shared: true },
    properties: {
      name: { type: 'string', maxLength: 40 },
      id_company: { 'x-type': 'ref', 'x-to': 'companies' },
      level: { type: 'integer', 'x-see': OPERATORS },
    },
  },
  tongues: {
    title: 'Tongue',
    required: ['name'],
    'x-key': { maxLength: 2, pattern: '^[a-z]{2}$' },
    'x-represent': '{name}',
    'x-scope': { shared: true },
    properties: {
      name: { type: 'string', maxLength: 40 },
      terms: { 'x-type': 'children', 'x-of': 'terms', 'x-link': 'id_tongue' },
    },
  },
  terms: {
    title: 'Word',
    required: ['text', 'id_tongue'],
    'x-module': false,
    'x-represent': '{text}',
    'x-scope': { shared: true },
    properties: { text: { type: 'string', maxLength: 40 }, id_tongue: { 'x-type': 'ref', 'x-to': 'tongues' } },
  },
  labels: {
    title: 'Label',
    required: ['name', 'id_plan'],
    'x-module': false,
    'x-key': { maxLength: 4, pattern: '^[a-z]{1,4}$' },
    'x-represent': '{name}',
    properties: { name: { type: 'string', maxLength: 40 }, id_plan: { 'x-type': 'ref', 'x-to': 'plans' } },
  },
  plans: {
    title: 'Plan',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { company: 'id_company', shared: true },
    'x-dynamic': true,
    properties: {
      called: { 'x-type': 'computed', 'x-computed': { text: '{name} ({id_company}) {note}' } },
      name: { type: 'string', maxLength: 40, 'x-search': true },
      note: { type: 'string', maxLength: 40, 'x-see': OPERATORS },
      id_company: { 'x-type': 'ref', 'x-to': 'companies' },
      id_place: { 'x-type': 'ref', 'x-to': 'places', 'x-choices': { id_company: { eq: { form: 'id_company' } } } },
      id_shade: {
        'x-type': 'ref',
        'x-to': 'tags',
        'x-see': OPERATORS,
        'x-choices': { level: { gte: { form: 'rank_from' } } },
      },
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
      secret_price: {
        'x-type': 'computed',
        'x-computed': { sum: 'price', of: 'zones', by: 'id_plan' },
        'x-see': OPERATORS,
      },
    },
  },
  zones: {
    title: 'Zone',
    type: 'object',
    required: ['name'],
    'x-module': false,
    'x-represent': '{name}',
    'x-traits': ['sortable', 'tree'],
    'x-scope': { company: 'id_company', shared: true },
    properties: {
      id_plan: { 'x-type': 'ref', 'x-to': 'plans' },
      id_other: { 'x-type': 'ref', 'x-to': 'plans' },
      id_company: { 'x-type': 'ref', 'x-to': 'companies' },
      name: { type: 'string', maxLength: 40 },
      code: { type: 'string', maxLength: 5, 'x-unique': true },
      price: { 'x-type': 'money', default: 5 },
      cost: { 'x-type': 'money', 'x-see': ROOT },
      tags: { 'x-type': 'refs', 'x-to': 'tags' },
      parts: { 'x-type': 'children', 'x-of': 'parts', 'x-link': 'id_zone' },
    },
  },
  nodes: {
    title: 'Node',
    required: ['name'],
    'x-represent': '{name}',
    properties: {
      name: { type: 'string', maxLength: 10 },
      id_up: { 'x-type': 'ref', 'x-to': 'twigs' },
      kids: { 'x-type': 'children', 'x-of': 'twigs', 'x-link': 'id_up' },
    },
  },
  twigs: {
    title: 'Twig',
    required: ['name'],
    'x-represent': '{name}',
    properties: {
      name: { type: 'string', maxLength: 10 },
      id_up: { 'x-type': 'ref', 'x-to': 'nodes' },
      kids: { 'x-type': 'children', 'x-of': 'nodes', 'x-link': 'id_up' },
    },
  },
  parts: {
    title: 'Part',
    required: ['name', 'id_zone'],
    'x-module': false,
    'x-represent': '{name}',
    'x-scope': { company: 'id_zone.id_company', shared: true },
    properties: { name: { type: 'string', maxLength: 10 }, id_zone: { 'x-type': 'ref', 'x-to': 'zones' } },
  },
}
const RESOURCES = {
  plans: { list: { columns: ['name', 'tags', 'num_zones', 'called'] } },
  forms: { title: 'Formularios' },
  form_fields: { title: 'Campos', endpoint: 'fields' },
  places: { title: 'Places' },
  near_places: { entity: 'places', title: 'Near', where: { name: { ne: "n'4 $1" } } },
}

oneEngine((engine, open) => {
  describe('relations under attack', () => {
    let at: TestApp
    let a = 0,
      b = 0
    const tag: { [name: string]: number } = {}
    const items = ({ body }: Answer): readonly JsonObject[] => body.items as readonly JsonObject[]
    const put = async (path: string, input: JsonObject, role: RoleName = 'root'): Promise<Answer> =>
      at.call(role, 'POST', `${path}/create`, input)
    const idOf = async (path: string, input: JsonObject): Promise<number> => {
      const answer = await put(path, input)
      expect(answer.body, answer.text).toMatchObject({ ok: true })
      return Number(answer.body.id)
    }
    beforeAll(async () => {
      at = await testApp({ schemas: SCHEMAS, resources: RESOURCES, open })
      ;({ a, b } = at.ids.companies)
      tag.red = await idOf('tags', { name: 'red', level: 3 })
      tag.blue = await idOf('tags', { name: 'blue' })
      tag.ofB = await idOf('tags', { name: 'secret of B', id_company: b })
      for (const id of ['es', 'en']) await put('tongues', { id, version: 0, name: id })
    })

    const plan = async (more: JsonObject = {}): Promise<JsonObject> => {
      const answer = await put('plans', { name: 'P', id_company: a, ...more })
      expect(answer.body, answer.text).toMatchObject({ ok: true })
      return answer.body.item as JsonObject
    }
    const rows = (item: JsonObject, field: string): readonly JsonObject[] =>
      (item[field] ?? []) as readonly JsonObject[]

    test('hostile lists of ids and rows are refused at their field, and nothing of them is an error of the server', async () => {
      const { id } = await plan({ tags: [tag.red!], zones: [{ name: 'mine' }] })
      const bad: readonly Json[] = [
        {},
        [{}],
        [[1]],
        [null],
        ['\u0000'],
        [1e300],
        [-1],
        [1.5],
        'x',
        7,
        true,
        [{ id: 1 }],
        ['1; 2'],
        Array.from({ length: 1000 }, (_, i) => i + 1),
      ]
      for (const field of ['tags', 'tongues', 'hidden_tags', 'zones', 'hidden_zones', 'labels']) {
        for (const value of bad) {
          const { status, text, body } = await put('plans', { id: id!, [field]: value }, 'companyA')
          expect(
            [status, Object.keys((body.errors ?? {}) as object)[0]?.split('.')[0]],
            `${field} ${JSON.stringify(value).slice(0, 40)} ${text}`,
          ).toEqual([422, field])
        }
      }
      const badRows: readonly JsonObject[] = [
        ...[{}, [1], 1e300, '\u0000', -1, true].map((one: Json) => ({ id: one })),
        { name: 'z', id_parent: {} },
        { name: 'z', id_parent: 9999 },
        { name: { a: 1 } },
        { name: '\u0000' },
        { name: 'z', parts: [null] },
        { name: 'z', parts: [{ name: 'far too long a name' }] },
        { name: 'z', tags: [{}] },
        { name: 'z', price: 1e300 },
        { name: 'z', cost: 5 },
        { name: 'z', id_company: b },
        { name: 'z', date_deleted: 'x' },
      ]
      for (const row of badRows) {
        const { status, text, body } = await put('plans', { id: id!, zones: [row] }, 'companyA')
        expect([status, Object.keys(body.errors as object)[0]?.slice(0, 8)], text).toEqual([422, 'zones.0.'])
      }
      const token = await at.tokenFor('companyA')
      const raw = async (zones: string) =>
        (
          await at.request({
            method: 'POST',
            url: '/api/admin/plans/create',
            token,
            payload: `{"id":${String(id)},"zones":${zones}}`,
          })
        ).status
      expect(await raw('[{"name":"q","__proto__":{"a":1}}]')).toBe(400)
      for (const times of [5_000, 100_000]) {
        const deep = (open: string, end: string): string => `${open.repeat(times)}1${end.repeat(times)}`
        for (const zones of [
          deep('[', ']'),
          `[{"name":${deep('{"a":', '}')}}]`,
          `[{"name":"z","nope":${deep('[', ']')}}]`,
          deep('[{"name":"z","parts":', '}]'),
        ]) {
          const status = await raw(zones)
          expect([400, 413, 422], `${zones.slice(0, 30)} ${times} ${status}`).toContain(status)
        }
      }
      for (const value of [1e300, 'abc', {}, [1], '\u0000']) {
        expect(
          Object.keys((await put('plans', { name: 'C', id_company: value, id_place: 1 })).body.errors as object),
        ).toContain('id_place')
        expect(
          (
            await at.call('companyA', 'GET', 'places', {
              lookup: 1,
              for: 'plans.id_place',
              form: { id_company: value },
            })
          ).body,
        ).toMatchObject({ items: [] })
      }
      expect((await at.call('companyA', 'GET', `plans/${String(id)}`)).body.item).toMatchObject({
        tags: [tag.red],
        version: 1,
      })
    })

    test('what lies beyond the asker stands in no answer, file, log or filter', async () => {
      const { id, version } = await plan({
        note: 'hush',
        tags: [tag.red!, tag.ofB!],
        hidden_tags: [tag.ofB!],
        zones: [
          { name: 'ours', cost: 11, price: 2 },
          { name: 'theirs', cost: 12, price: 300, id_company: b },
        ],
        hidden_zones: [{ name: 'unseen' }],
      })
      await put('plans', { id: id!, version: version!, tags: [tag.ofB!] })
      const told = await Promise.all(
        (['companyA', 'readerA'] as const).flatMap((role) => [
          at.call(role, 'GET', `plans/${String(id)}`),
          at.call(role, 'GET', 'plans'),
          at.call(role, 'POST', 'plans/form', { id: id! }),
          at.call(role, 'GET', 'logs', { target: 'plans', id_target: id! }),
          at.call(role, 'GET', 'logs', { target: 'zones' }),
          ...['csv', 'html'].flatMap((format) => [
            at.call(role, 'GET', 'plans', { format }),
            at.call(role, 'GET', `plans/${String(id)}`, { export: format }),
          ]),
          at.call(role, 'GET', 'tags', { lookup: 1 }),
          at.call(role, 'GET', 'plans', { filters: { tags: tag.ofB! } }),
        ]),
      )
      for (const { text } of told) expect(text).not.toMatch(/secret|hush|theirs|unseen|302/)
      expect(told[0]?.body.item).toMatchObject({
        tags: null,
        num_zones: 1,
        cost: null,
        dear: null,
        called: 'P (Empresa A)',
      })
      expect(told[3]?.text).toContain('Cambiado')
      const whole = await at.call('root', 'GET', 'logs', { target: 'plans', id_target: id! })
      expect(whole.text).toContain('red, secret of B')
      for (const role of ['none', 'companyB'] as const)
        expect((await at.call(role, 'GET', `plans/${String(id)}`)).status).toBe(role === 'none' ? 403 : 404)
      for (const name of ['hidden_tags', 'zones', 'secret_price', 'note']) {
        expect((await at.call('companyA', 'GET', 'plans', { format: 'csv', columns: name })).status).toBe(400)
      }
    })

    test('a record with rows of somebody else is not removed by halves, and the reason is told', async () => {
      const { id } = await plan({ zones: [{ name: 'ours' }, { name: 'theirs', id_company: b }] })
      const refused = await at.call('companyA', 'POST', 'plans/remove', { id: id! })
      expect([refused.status, refused.body.msg]).toEqual([403, 'Tiene filas que usted no puede administrar.'])
      expect((await at.call('companyA', 'GET', `plans/${String(id)}`)).body.item).toMatchObject({ num_zones: 1 })
      expect((await at.call('root', 'POST', 'plans/remove', { id: id! })).status).toBe(200)
    })

    test('a number over fields that one person sees is not kept for another who does not', async () => {
      const { id } = await plan({
        zones: [
          { name: 'a', cost: 40 },
          { name: 'b', cost: 2 },
        ],
      })
      const sum = async (role: RoleName) => {
        const { cost, dear, num_zones } = (await at.call(role, 'GET', `plans/${String(id)}`)).body.item as JsonObject
        return [cost, dear, num_zones]
      }
      for (let turn = 0; turn < 2; turn++) {
        expect(await sum('root')).toEqual([42, 1, 2])
        expect(await sum('operator')).toEqual([null, null, 2])
        expect(await sum('companyA')).toEqual([null, null, 2])
      }
    })

    test('a look-up for a reference that the asker does not see answers as one for none', async () => {
      const labels = async (role: RoleName, rank_from: number) =>
        items(await at.call(role, 'GET', 'tags', { lookup: 1, for: 'plans.id_shade', form: { rank_from } })).map(
          ({ label }) => label,
        )
      expect([await labels('operator', 3), await labels('operator', 4)]).toEqual([['red'], []])
      expect(await labels('companyA', 3)).toEqual(await labels('companyA', 4))
    })

    test('virtual columns are exported by name, and with the list as it stands', async () => {
      const { id } = await plan({ name: 'Exported', tags: [tag.red!], tongues: ['en', 'es'], zones: [{ name: 'z' }] })
      const csv = async (headers: string) =>
        (
          await at.call('companyA', 'GET', 'plans', {
            format: 'csv',
            headers,
            columns: 'called,num_zones,tongues',
            filters: { id: id! },
          })
        ).text
      expect((await csv('names')).trim().split(/\r?\n/)).toEqual([
        expect.stringContaining('called,num_zones,tongues'),
        'Exported (Empresa A),1,"en; es"',
      ])
      expect(await csv('labels')).toContain('Exported (Empresa A),1,"en; es"')
      for (const format of ['html', 'xlsx', 'pdf']) {
        expect((await at.call('companyA', 'GET', 'plans', { format, filters: { id: id! } })).status).toBe(200)
        expect((await at.call('companyA', 'GET', `plans/${String(id)}`, { export: format })).status).toBe(200)
      }
      const { text } = await at.request({
        method: 'GET',
        url: '/api/rest/openapi.json',
        token: await at.tokenFor('companyA'),
      })
      expect(text).toContain('num_zones')
      expect(text).not.toMatch(/hidden_tags|secret_price|hidden_zones/)
    })

    test('a removed row frees its values for a new one, and rows whose ids people give are made with their record', async () => {
      const item = await plan({ zones: [{ name: 'old', code: 'A1' }], labels: [{ id: 'ab', name: 'first' }] })
      const next = await put('plans', {
        id: item.id!,
        version: item.version!,
        zones: [{ name: 'new', code: 'A1' }],
        labels: [{ id: 'cd', name: 'two' }, ...rows(item, 'labels')],
      })
      expect(next.body, next.text).toMatchObject({ ok: true })
      expect(rows(next.body.item as JsonObject, 'labels').map(({ id, name }) => [id, name])).toEqual([
        ['ab', 'first'],
        ['cd', 'two'],
      ])
      const other = await plan()
      expect(
        Object.keys(
          (await put('plans', { id: other.id!, labels: [{ id: 'ab', name: 'stolen' }] })).body.errors as object,
        ),
      ).toEqual(['labels.0.id'])
      expect((await put('plans', { id: other.id!, labels: [{ id: 'create', name: 'x' }] })).status).toBe(422)
      const tongue = await put('tongues', { id: 'es', terms: [{ text: 'hola' }] })
      expect(rows(tongue.body.item as JsonObject, 'terms')).toMatchObject([{ text: 'hola', id_tongue: 'es' }])
    })

    test('a failed row within a failed row takes with it all that it wrote', async () => {
      await inOneWrite(
        { runtime: at.runtime, entity: at.metadata.model().entities.tags! } as RecordContext,
        async (write) => {
          await inSavepoint(write, async () => {
            await sql`insert into tags (name) values ('outer')`.execute(write.tx)
            const error = await inSavepoint(write, () => Promise.reject(new AppError('VALIDATION')))
            throw error ?? new Error('the inner row did not fail')
          })
        },
      )
      expect(await at.database.db.selectFrom('tags').select('id').where('name', '=', 'outer').execute()).toEqual([])
    })

    test('a field that was taken away does not come back as another type over the values it had', async () => {
      const id_form = (await put('forms', { name: 'F', target: 'plans' })).body.id!
      const define = (type: string) => put('fields', { id_form, key: 'extra', label: 'E', type })
      const publish = () => at.call('root', 'POST', 'forms/publish', { id: id_form })
      const first = (await define('text')).body.id!
      await publish()
      await plan({ extra: 'no number' })
      expect((await at.call('root', 'POST', 'fields/remove', { id: first })).status).toBe(200)
      expect((await define('integer')).body.errors).toHaveProperty('key')
      expect((await define('text')).status).toBe(200)
      await publish()
      expect((await at.call('root', 'GET', 'plans', { filters: { extra: 'no number' } })).body).toMatchObject({
        total: 1,
      })
    })

    test('prepared pages are the same as those that are planned each time, whoever asks', async () => {
      for (const [name, company] of [
        ['n1', a],
        ['n2', b],
        ['n3', null],
        ["n'4 $1", a],
      ] as const) {
        await put('places', { name, id_company: company })
        await plan({ name, id_company: company, tags: [tag.red!, tag.ofB!], zones: [{ name: 'z' }] })
      }
      const roles: readonly RoleName[] = ['root', 'operator', 'companyA', 'companyB', 'readerA']
      // From the sixth run on PostgreSQL may take one plan for all values.
      for (let turn = 0; turn < 8; turn++) {
        for (const role of roles) {
          for (const [path, order_col] of [
            ['plans', 'name'],
            ['places', 'id'],
            ['near_places', 'name'],
            ['tags', 'name'],
          ] as const) {
            const order = { order_col, order_dir: turn % 2 ? 'desc' : 'asc', limit: 50 }
            const prepared = await at.call(role, 'GET', path, order)
            const planned = await at.call(role, 'GET', path, { ...order, date_from: '2000-01-01' })
            expect(prepared.status, `${role} ${path} ${prepared.text}`).toBe(200)
            expect(items(prepared), `${role} ${path}`).toEqual(items(planned))
            expect(items(prepared).length).toBeGreaterThan(0)
          }
        }
      }
    })

    test.runIf(engine === 'postgres')(
      'who cannot see an id does not take it away, however many write at once',
      async () => {
        const { id } = await plan({ tags: [tag.red!] })
        for (let round = 0; round < 4; round++) {
          await put('plans', { id: id!, tags: [tag.red!] })
          const writes = [0, 1, 2, 3, 4].map((i) =>
            put('plans', { id: id!, tags: i % 2 ? [tag.red!] : [tag.blue!, tag.red!] }, 'companyA'),
          )
          const answers = await Promise.all([
            ...writes.slice(0, 2),
            put('plans', { id: id!, tags: [tag.ofB!] }),
            ...writes.slice(2),
          ])
          expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
          const { tags: left } = (await at.call('root', 'GET', `plans/${String(id)}`)).body.item as JsonObject
          expect(left).toContain(tag.ofB)
        }
      },
    )

    test('rows within rows end where no person would go on', async () => {
      const nested = (times: number): string =>
        `${'{"name":"k","kids":['.repeat(times)}{"name":"k"}${']}'.repeat(times)}`
      const write = async (times: number) =>
        at.request({
          method: 'POST',
          url: '/api/admin/nodes/create',
          token: await at.tokenFor('root'),
          payload: nested(times),
        })
      expect((await write(2)).status).toBe(200)
      expect((await write(3)).body).toHaveProperty('errors.kids')
      for (const times of [100, 5000])
        expect(await write(times)).toMatchObject({ status: 400, body: { code: 'MALFORMED' } })
      const many = (n: number): JsonObject[] => Array.from({ length: n }, () => ({ name: 'k' }))
      expect(
        (await put('nodes', { name: 'k', kids: many(10).map((row) => ({ ...row, kids: many(150) })) })).body.errors,
      ).toHaveProperty('kids')
    })

    test('rows that belong to one another in a circle are no trap', async () => {
      const up = (await put('nodes', { name: 'up', kids: [{ name: 'down' }] })).body.item as JsonObject
      const down = rows(up, 'kids')[0]!
      expect((await put('nodes', { id: up.id!, id_up: down.id! })).status).toBe(200)
      expect(
        (await put('nodes', { id: up.id!, kids: [{ id: down.id!, kids: [{ id: up.id!, name: 'loop' }] }] })).status,
      ).toBeLessThan(500)
      // Each is a row of the other: whatever is answered, it is answered.
      expect((await at.call('root', 'POST', 'nodes/remove', { id: up.id! })).status).toBeLessThan(500)
    })
  })
})
