import { beforeAll, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type Answer, type TestApp } from './fixture-app'

const SCHEMAS = {
  tags: {
    title: 'Tag',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { company: 'id_company', shared: true },
    properties: {
      name: { type: 'string', maxLength: 20, 'x-unique': true },
      id_company: { 'x-type': 'ref', 'x-to': 'companies' },
    },
  },
  plans: {
    title: 'Plan',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { company: 'id_company' },
    properties: {
      name: { type: 'string', maxLength: 40, 'x-search': true },
      id_company: { 'x-type': 'ref', 'x-to': 'companies', 'x-expand': { co_name: 'name' } },
      id_place: {
        'x-type': 'ref',
        'x-to': 'places',
        'x-choices': { id_company: { eq: { form: 'id_company' } } },
        'x-create': true,
      },
      tags: { 'x-type': 'refs', 'x-to': 'tags' },
      zones: { 'x-type': 'children', 'x-of': 'zones', 'x-link': 'id_plan', 'x-max': 4 },
      num_zones: { 'x-type': 'computed', 'x-computed': { count: 'zones', by: 'id_plan' } },
      dear_total: {
        'x-type': 'computed',
        'x-computed': { sum: 'price', of: 'zones', by: 'id_plan', where: { price: { gte: 10 } } },
      },
      called: { 'x-type': 'computed', 'x-computed': { text: '{name} ({co_name})' } },
    },
  },
  zones: {
    title: 'Zone',
    type: 'object',
    required: ['name', 'id_plan'],
    'x-module': false,
    'x-represent': '{name}',
    'x-traits': ['sortable'],
    'x-scope': { company: 'id_plan.id_company' },
    properties: {
      id_plan: { 'x-type': 'ref', 'x-to': 'plans' },
      name: { type: 'string', maxLength: 10 },
      price: { 'x-type': 'money', minimum: 0, maximum: 100, default: 5 },
      code: { type: 'string', maxLength: 5, 'x-unique': true },
    },
    'x-checks': [{ id: 'named', assert: { name: { ne: 'bad' } }, at: 'name', say: 'pattern' }],
  },
  visits: {
    title: 'Visit',
    type: 'object',
    required: ['id_zone'],
    'x-represent': '{id}',
    properties: { id_zone: { 'x-type': 'ref', 'x-to': 'zones' } },
  },
}
// A computed text names fields of the record alone.
SCHEMAS.plans.properties.called['x-computed'].text = '{name} ({id_company})'

const rowsOf = (item: Json | undefined, field: string): readonly JsonObject[] =>
  ((item as JsonObject)[field] ?? []) as readonly JsonObject[]

oneEngine((engine, open) => {
  describe('relations', () => {
    let at: TestApp
    const tags: number[] = []
    beforeAll(async () => {
      at = await testApp({ schemas: SCHEMAS, open })
      for (const name of ['red', 'green', 'blue'])
        tags.push(Number((await at.call('root', 'POST', 'tags/create', { name })).body.id))
      tags.push(
        Number(
          (await at.call('root', 'POST', 'tags/create', { name: 'secret of B', id_company: at.ids.companies.b })).body
            .id,
        ),
      )
    })

    const create = async (input: JsonObject, role: 'root' | 'companyA' = 'root'): Promise<Answer> =>
      at.call(role, 'POST', 'plans/create', input)
    const read = async (id: unknown, role: 'root' | 'companyA' | 'companyB' = 'root'): Promise<JsonObject> =>
      (await at.call(role, 'GET', `plans/${String(id)}`)).body.item as JsonObject
    const made = async (input: JsonObject): Promise<JsonObject> => {
      const answer = await create({ name: 'Plan', id_company: at.ids.companies.a, ...input })
      expect(answer.body, answer.text).toMatchObject({ ok: true })
      return answer.body.item as JsonObject
    }

    test('many-to-many ids are kept in their order, with their labels, and found by a filter', async () => {
      const plan = await made({ tags: [tags[2]!, tags[0]!] })
      expect(plan).toMatchObject({ tags: [tags[2], tags[0]], tags__label: ['blue', 'red'] })
      const found = async (filter: Json) =>
        (
          (await at.call('root', 'GET', 'plans', { filters: { tags: filter, id: plan.id ?? null } })).body
            .items as JsonObject[]
        ).length
      expect(
        await Promise.all([
          found(tags[0]!),
          found(tags[1]!),
          found([tags[1]!, tags[2]!]),
          found({ isNull: true }),
          found(null),
        ]),
      ).toEqual([1, 0, 1, 0, 0])
      expect((await at.call('root', 'GET', 'plans', { filters: { tags: { gt: 1 } } })).status).toBe(400)
      expect((await at.call('root', 'GET', 'plans', { order_col: 'tags' })).status).toBe(400)
      const changed = await create({ id: plan.id!, version: plan.version!, tags: [tags[0]!, tags[1]!] })
      expect(changed.body.item).toMatchObject({ tags: [tags[0], tags[1]], tags__label: ['red', 'green'], version: 2 })
      expect((await create({ id: plan.id!, tags: null })).body.item).toMatchObject({ tags: null, version: 3 })
      const logs = (await at.call('root', 'GET', 'logs', { target: 'plans', id_target: plan.id!, limit: 10 })).body
        .items as JsonObject[]
      expect(JSON.stringify(logs)).toContain('red, green')
    })

    test("an id that is nobody's, or beyond the asker's reach, is refused at its field", async () => {
      expect((await create({ name: 'X', tags: [9999] })).body.errors).toHaveProperty('tags')
      expect((await create({ name: 'X', tags: ['abc'] })).body.errors).toHaveProperty('tags')
      expect((await create({ name: 'X', tags: [tags[3]!] }, 'companyA')).body.errors).toHaveProperty('tags')
    })

    test('a tenant neither learns nor takes away what they cannot see of a list', async () => {
      const plan = await made({ tags: [tags[0]!, tags[3]!] })
      const seen = await read(plan.id, 'companyA')
      expect(seen).toMatchObject({ tags: [tags[0]], tags__label: ['red'] })
      expect(
        (await at.call('companyA', 'GET', 'plans', { filters: { tags: tags[3]!, id: plan.id! } })).body.items,
      ).toEqual([])
      expect((await create({ id: plan.id!, version: seen.version!, tags: [tags[1]!] }, 'companyA')).status).toBe(200)
      expect((await read(plan.id)).tags).toEqual([tags[1], tags[3]])
      // What is sent back as it was read is no change.
      const version = (await read(plan.id, 'companyA')).version!
      expect(
        (await create({ id: plan.id!, version, tags: [tags[1]!], name: 'Plan' }, 'companyA')).body.item,
      ).toMatchObject({ version })
      expect(JSON.stringify(await read(plan.id, 'companyA'))).not.toContain('secret')
    })

    test('a removed record is gone from the lists that named it', async () => {
      const id = Number((await at.call('root', 'POST', 'tags/create', { name: 'short-lived' })).body.id)
      const plan = await made({ tags: [id, tags[0]!] })
      expect((await at.call('root', 'POST', 'tags/remove', { id })).status).toBe(200)
      expect((await read(plan.id)).tags).toEqual([tags[0]])
    })

    test('rows are written with their record, keep the order they came in, and are read with it alone', async () => {
      const plan = await made({ zones: [{ name: 'b' }, { name: 'a', price: 20 }, { name: 'c', price: 30 }] })
      const rows = rowsOf(plan, 'zones')
      expect(rows.map(({ name, price }) => [name, price])).toEqual([
        ['b', 5],
        ['a', 20],
        ['c', 30],
      ])
      const [b, a, c] = rows
      const next = await create({
        id: plan.id!,
        version: plan.version!,
        zones: [c!, { ...a!, name: 'a2' }, { name: 'new' }],
      })
      expect(rowsOf(next.body.item, 'zones').map(({ id, name }) => [id === c?.id || id === a?.id, name])).toEqual([
        [true, 'c'],
        [true, 'a2'],
        [false, 'new'],
      ])
      expect((next.body.item as JsonObject).version).toBe(2)
      const { body } = await at.call('root', 'GET', 'plans', { filters: { id: plan.id! } })
      expect((body.items as JsonObject[])[0]).not.toHaveProperty('zones')
      // A change that names no rows leaves them.
      expect(rowsOf((await create({ id: plan.id!, name: 'Named' })).body.item, 'zones')).toHaveLength(3)
      const logs = JSON.stringify(
        (await at.call('root', 'GET', 'logs', { target: 'plans', id_target: plan.id!, limit: 10 })).body.items,
      )
      expect(logs).toContain('b, a, c')
      expect(logs).toContain('c, a2, new')
      expect(b?.id).toBeDefined()
    })

    test('what is wrong in a row is told at its cell, and nothing of the record is written', async () => {
      const wrong = await create({
        name: 'Broken',
        zones: [{ name: 'ok' }, { name: 'far too long a name' }, { price: 500 }, { name: 'bad' }],
      })
      expect(wrong.status).toBe(422)
      expect(Object.keys(wrong.body.errors as object).sort()).toEqual([
        'zones.1.name',
        'zones.2.name',
        'zones.2.price',
        'zones.3.name',
      ])
      expect((await at.call('root', 'GET', 'plans', { q: 'Broken' })).body.items).toEqual([])
      const plan = await made({ zones: [{ name: 'one', code: 'U1' }] })
      const twice = await create({
        id: plan.id!,
        name: 'Not this',
        zones: [rowsOf(plan, 'zones')[0]!, { name: 'two', code: 'U1' }, { name: 'x', nope: 1 }],
      })
      expect(Object.keys(twice.body.errors as object).sort()).toEqual(['zones.1.code', 'zones.2.nope'])
      expect(await read(plan.id)).toMatchObject({ name: 'Plan', version: 1 })
      expect(
        (await create({ name: 'Many', zones: Array.from({ length: 5 }, (_, i) => ({ name: `z${i}` })) })).body.errors,
      ).toHaveProperty('zones')
      expect((await create({ name: 'Odd', zones: ['x'] })).body.errors).toHaveProperty('zones')
    })

    test('a row of another record, or one that changed meanwhile, is not taken', async () => {
      const [one, other] = [await made({ zones: [{ name: 'mine' }] }), await made({ zones: [{ name: 'theirs' }] })]
      const theirs = rowsOf(other, 'zones')[0]!
      expect((await create({ id: one.id!, zones: [{ ...theirs, name: 'stolen' }] })).body.errors).toHaveProperty(
        'zones.0.id',
      )
      const mine = rowsOf(one, 'zones')[0]!
      expect((await create({ id: one.id!, zones: [{ ...mine, name: 'newer' }] })).status).toBe(200)
      expect((await create({ id: one.id!, zones: [{ ...mine, name: 'older' }] })).status).toBe(409)
      expect(rowsOf(await read(other.id), 'zones')[0]).toMatchObject({ name: 'theirs' })
    })

    test('a row in use stays, and says why; a record goes with its rows', async () => {
      const plan = await made({ zones: [{ name: 'used' }, { name: 'free' }] })
      const [used] = rowsOf(plan, 'zones')
      const visit = (await at.call('root', 'POST', 'visits/create', { id_zone: used!.id! })).body.id
      const kept = await create({ id: plan.id!, zones: [] })
      expect([kept.status, String((kept.body.errors as JsonObject).zones)]).toEqual([
        422,
        expect.stringContaining('Visit'),
      ])
      expect((await at.call('root', 'POST', 'plans/remove', { id: plan.id! })).status).toBe(409)
      expect((await at.call('root', 'POST', 'visits/remove', { id: visit! })).status).toBe(200)
      expect((await at.call('root', 'POST', 'plans/remove', { id: plan.id! })).status).toBe(200)
      const { rows } = await at.database.db
        .selectFrom('zones')
        .select('id')
        .where('id_plan', '=', plan.id)
        .where('date_deleted', 'is', null)
        .execute()
        .then((found) => ({ rows: found }))
      expect(rows).toEqual([])
    })

    test('another company meets neither the record nor its rows', async () => {
      const plan = await made({ zones: [{ name: 'ours' }] })
      expect((await at.call('companyB', 'GET', `plans/${String(plan.id)}`)).status).toBe(404)
      expect((await at.call('companyB', 'POST', 'plans/create', { id: plan.id!, zones: [] })).status).toBe(404)
      const own = await create({ name: 'Of A', zones: [{ name: 'z' }] }, 'companyA')
      expect(own.body, own.text).toMatchObject({ ok: true })
      expect(rowsOf(own.body.item, 'zones')).toHaveLength(1)
    })

    test('computed values are worked out for lists and records alike', async () => {
      const plan = await made({
        name: 'Counted',
        zones: [
          { name: 'a', price: 5 },
          { name: 'b', price: 10.5 },
          { name: 'c', price: 20 },
        ],
      })
      const wanted = { num_zones: 3, dear_total: 30.5, called: `Counted (Empresa A)` }
      expect(await read(plan.id)).toMatchObject(wanted)
      expect(
        ((await at.call('root', 'GET', 'plans', { filters: { id: plan.id! } })).body.items as JsonObject[])[0],
      ).toMatchObject(wanted)
      expect(
        ((await at.call('companyA', 'GET', 'plans', { filters: { id: plan.id! } })).body.items as JsonObject[])[0],
      ).toMatchObject(wanted)
      // Sent back, they are nobody's to write.
      expect((await create({ id: plan.id!, num_zones: 7 })).body.item).toMatchObject({ num_zones: 3, version: 1 })
      // A text is sorted by the fields that it is made of.
      expect((await at.call('root', 'GET', 'plans', { order_col: 'called' })).status).toBe(400)
      expect((await at.call('root', 'GET', 'plans', { format: 'csv', filters: { id: plan.id! } })).text).toContain(
        'Counted (Empresa A)',
      )
    })

    test('a number of rows is asked whether there are any, as far as the asker sees them', async () => {
      const [with_, without] = [await made({ name: 'Has', zones: [{ name: 'a' }] }), await made({ name: 'Has not' })]
      const found = async (num_zones: Json, role: 'root' | 'companyA' = 'root') =>
        (
          (await at.call(role, 'GET', 'plans', { filters: { num_zones, id: [with_.id!, without.id!] } })).body
            .items as JsonObject[]
        ).map(({ id }) => id)
      expect([await found(1), await found('1'), await found(true), await found(1, 'companyA')]).toEqual(
        Array.from({ length: 4 }, () => [with_.id]),
      )
      expect([await found(0), await found(false)]).toEqual([[without.id], [without.id]])
      for (const asked of [7, 'many', { contains: 'x' }, { gt: 'many' }] as readonly Json[]) {
        expect([asked, (await at.call('root', 'GET', 'plans', { filters: { num_zones: asked } })).status]).toEqual([
          asked,
          400,
        ])
      }
      // No text is asked so.
      expect((await at.call('root', 'GET', 'plans', { filters: { called: 'x' } })).status).toBe(400)
    })

    test('a list stands in the order of what it counts and sums, page after page, and is filtered by it, as far as the asker sees the rows', async () => {
      const prices = [[], [20], [5, 10.5, 20], [11, 12]]
      const ids: Json[] = []
      for (const [at, own] of prices.entries())
        ids.push((await made({ name: `Sorted ${at}`, zones: own.map((price, i) => ({ name: `z${i}`, price })) })).id!)
      const list = async (
        query: JsonObject,
        role: 'root' | 'companyA' | 'companyB' = 'root',
      ): Promise<readonly number[]> => {
        const { body, text } = await at.call(role, 'GET', 'plans', {
          ...query,
          filters: { id: ids, ...(query.filters as JsonObject) },
        })
        expect(body.items, text).toBeDefined()
        return (body.items as JsonObject[]).map(({ id }) => ids.indexOf(id!))
      }
      expect(await list({ order_col: 'num_zones', order_dir: 'desc' })).toEqual([2, 3, 1, 0])
      expect(await list({ order_col: 'num_zones', order_dir: 'asc' }, 'companyA')).toEqual([0, 1, 3, 2])
      // Without dear rows there is no sum: empty values are last in ascending order.
      expect(await list({ order_col: 'dear_total', order_dir: 'asc' })).toEqual([1, 3, 2, 0])
      for (const column of ['num_zones', 'dear_total']) {
        const seen: number[] = []
        for (let after: Json = null; ; ) {
          const { body } = await at.call('root', 'GET', 'plans', {
            order_col: column,
            order_dir: 'desc',
            limit: 1,
            filters: { id: ids },
            ...(after === null ? {} : { after }),
          })
          seen.push(...(body.items as JsonObject[]).map(({ id }) => ids.indexOf(id!)))
          if (body.after === undefined) break
          after = body.after
        }
        expect([column, seen]).toEqual([column, await list({ order_col: column, order_dir: 'desc' })])
      }
      expect(await list({ filters: { num_zones: { gte: 2 } }, order_col: 'id', order_dir: 'asc' })).toEqual([2, 3])
      expect(await list({ filters: { num_zones: [1, 3] }, order_col: 'id', order_dir: 'asc' })).toEqual([1, 2])
      expect(await list({ filters: { dear_total: { gt: 20, lte: 23 } } })).toEqual([3])
      expect(await list({ filters: { dear_total: { isNull: true } } })).toEqual([0])
      expect(await list({ order_col: 'num_zones', order_dir: 'asc' }, 'companyB')).toEqual([])
    })

    test('what may be chosen depends on the form, in the look-up and again when it is saved', async () => {
      const { a, b } = at.ids.companies
      const place = async (name: string, id_company: number) =>
        Number((await at.call('root', 'POST', 'places/create', { name, id_company })).body.id)
      const [ofA, ofB] = [await place('Near A', a), await place('Near B', b)]
      const look = async (form: JsonObject) => {
        const { body } = await at.call('root', 'GET', 'places', { lookup: '1', for: 'plans.id_place', form, q: 'Near' })
        return (body.items as JsonObject[]).map(({ id }) => id)
      }
      expect(await look({ id_company: a })).toEqual([ofA])
      expect(await look({ id_company: b })).toEqual([ofB])
      expect(await look({ id_company: null })).toEqual([])
      expect((await create({ name: 'P', id_company: a, id_place: ofB })).body.errors).toHaveProperty('id_place')
      const plan = await made({ id_place: ofA })
      // The reference stays, what it depends on does not.
      expect((await create({ id: plan.id!, id_company: b })).body.errors).toHaveProperty('id_place')
      expect((await create({ id: plan.id!, id_company: b, id_place: ofB })).status).toBe(200)
    })

    test.runIf(engine === 'postgres')('two who change the rows of one record at once do not mix them', async () => {
      const plan = await made({ zones: [{ name: 'z' }] })
      const [row] = rowsOf(plan, 'zones')
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, i) =>
          create({
            id: plan.id!,
            version: 1,
            zones: [{ id: row!.id!, version: row!.version!, name: `by ${i}` }, { name: `n${i}` }],
          }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
      const winner = answers.findIndex(({ status }) => status === 200)
      expect(rowsOf(await read(plan.id), 'zones').map(({ name }) => name)).toEqual([`by ${winner}`, `n${winner}`])
    })
  })
})
