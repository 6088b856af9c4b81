import { beforeAll, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import type { ServerFeature } from '#engine/server'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const name = { type: 'string', maxLength: 12 }
const SCHEMAS = {
  articles: {
    title: 'Artículo',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { company: 'id_company' },
    'x-flow': {
      field: 'state',
      start: '1',
      moves: { close: { title: 'Cerrar', from: ['1'], to: '2' } },
      locked: { 2: { edit: ['name'] } },
    },
    properties: {
      name,
      id_company: { 'x-type': 'ref', 'x-to': 'companies' },
      state: {
        'x-type': 'enum',
        'x-values': [
          { value: '1', title: 'Abierto' },
          { value: '2', title: 'Cerrado' },
        ],
      },
      options: { 'x-type': 'children', title: 'Opciones', 'x-of': 'options', 'x-link': 'id_article' },
      total: { 'x-type': 'money', 'x-formula': { sum: 'options.amount' } },
    },
  },
  options: {
    title: 'Opción',
    required: ['name'],
    'x-represent': '{name}',
    'x-traits': ['sortable'],
    'x-scope': { company: 'id_article.id_company' },
    properties: {
      id_article: { 'x-type': 'ref', 'x-to': 'articles' },
      name, // Whoever is not root does not see an option's price.
      price: { 'x-type': 'money', 'x-see': { 'user.root': { eq: true } } },
      hides: { type: 'boolean', default: false },
      values: {
        'x-type': 'children',
        title: 'Valores',
        'x-of': 'choices',
        'x-link': 'id_option',
        'x-max': 3,
        'x-see': { hides: { eq: false } },
      },
      amount: { 'x-type': 'money', 'x-formula': { sum: 'values.amount' } },
    },
  },
  choices: {
    title: 'Valor',
    required: ['name'],
    'x-represent': '{name}',
    'x-traits': ['sortable'],
    'x-scope': { company: 'id_option.id_article.id_company' },
    properties: {
      id_option: { 'x-type': 'ref', 'x-to': 'options' },
      name,
      code: { type: 'string', maxLength: 5, 'x-unique': true },
      times: { type: 'integer', default: 1 },
      price: { 'x-type': 'money', default: 0 },
      amount: { 'x-type': 'money', 'x-formula': { mul: ['times', 'price'] } },
    },
  },
}

/** How many rows of rows came with each query. */
const pages: number[] = []
const counting: ServerFeature = {
  name: 'counting',
  needs: {},
  hooks: [
    {
      entity: 'choices',
      present: async (_db, records) => {
        pages.push(records.length)
        return records
      },
    },
  ],
}

const listOf = (item: Json | undefined, field: string): readonly JsonObject[] =>
  (((item ?? {}) as JsonObject)[field] ?? []) as readonly JsonObject[]
const namesOf = (item: Json | undefined) =>
  listOf(item, 'options').map((option) => [option.name, listOf(option, 'values').map((value) => value.name)])

oneEngine((_engine, open) => {
  describe('rows of rows', () => {
    let at: TestApp
    beforeAll(async () => {
      at = await testApp({ schemas: SCHEMAS, features: [counting], open })
    })
    const save = (input: JsonObject, role: Parameters<TestApp['call']>[0] = 'root') =>
      at.call(role, 'POST', 'articles/create', input)
    const made = async (options: readonly JsonObject[], more: JsonObject = {}): Promise<JsonObject> => {
      const answer = await save({ name: 'Pizza', id_company: at.ids.companies.a, options: [...options], ...more })
      expect(answer.body, answer.text).toMatchObject({ ok: true })
      return answer.body.item as JsonObject
    }
    const read = async (id: Json | undefined, role: Parameters<TestApp['call']>[0] = 'root') =>
      (await at.call(role, 'GET', `articles/${String(id)}`)).body.item as JsonObject
    const SIZES: JsonObject = {
      name: 'Tamaño',
      values: [
        { name: 'Chica', price: 10 },
        { name: 'Grande', price: 20, times: 2 },
      ],
    }

    test("stand in the record's file, below the rows they belong to", async () => {
      const { id } = await made([{ name: 'Oculta', hides: true }, SIZES])
      const { text, status } = await at.call('root', 'GET', `articles/${String(id)}`, { export: 'html' })
      expect([status, text.match(/<td[^>]*>(Tamaño|Chica|Grande|Oculta)<\/td>/g)]).toEqual([
        200,
        ['Oculta', 'Tamaño', 'Tamaño', 'Chica', 'Tamaño', 'Grande'].map((one) => expect.stringContaining(`>${one}<`)),
      ])
      for (const format of ['csv', 'xlsx', 'pdf'])
        expect((await at.call('root', 'GET', `articles/${String(id)}`, { export: format })).status).toBe(200)
    })

    test('are written with their record, changed, moved and taken away, and read with it everywhere', async () => {
      const item = await made([SIZES, { name: 'Masa' }])
      expect(namesOf(item)).toEqual([
        ['Tamaño', ['Chica', 'Grande']],
        ['Masa', []],
      ])
      expect(await read(item.id)).toEqual(item)
      const [size = {}, dough = {}] = listOf(item, 'options')
      const [small = {}, large = {}] = listOf(size, 'values')
      const changed = await save({
        id: item.id ?? null,
        version: item.version ?? null,
        options: [
          { ...dough, values: [{ name: 'Fina' }] },
          { ...size, values: [large, { ...small, name: 'Mini' }, { name: 'Enorme' }] },
        ],
      })
      expect(namesOf(changed.body.item)).toEqual([
        ['Masa', ['Fina']],
        ['Tamaño', ['Grande', 'Mini', 'Enorme']],
      ])
      const now = listOf(changed.body.item, 'options')[1] ?? {}
      expect((await save({ id: item.id ?? null, options: [{ ...now, values: [] }] })).status).toBe(200)
      expect(namesOf(await read(item.id))).toEqual([['Tamaño', []]])
      expect(namesOf((await at.call('root', 'POST', 'articles/form', { id: item.id ?? null })).body.item)).toEqual([
        ['Tamaño', []],
      ])
      const rest = await at.request({
        method: 'GET',
        url: `/api/rest/articles/${String(item.id)}`,
        token: await at.tokenFor('root'),
      })
      expect(rest.text).toContain('"values"')
      // An option that is named without its rows keeps them.
      const kept = await made([SIZES])
      await save({ id: kept.id ?? null, options: [{ id: listOf(kept, 'options')[0]?.id ?? null, name: 'Medida' }] })
      expect(namesOf(await read(kept.id))).toEqual([['Medida', ['Chica', 'Grande']]])
    })

    test('count in the formulas of their row and of the record', async () => {
      const item = await made([SIZES, { name: 'Masa', values: [{ name: 'Fina', price: 1.5 }] }])
      expect(item).toMatchObject({ total: 51.5, options: [{ amount: 50 }, { amount: 1.5 }] })
      const [size = {}, dough = {}] = listOf(item, 'options')
      const [small = {}] = listOf(size, 'values')
      expect(
        (await save({ id: item.id ?? null, options: [{ ...size, values: [{ ...small, times: 3 }] }, dough] })).body
          .item,
      ).toMatchObject({ total: 31.5, options: [{ amount: 30 }, { amount: 1.5 }] })
    })

    test('say what is wrong at their cell, all at once, and write nothing', async () => {
      const long = 'un nombre demasiado largo'
      const wrong = await save({
        name: '',
        options: [
          { name: 'a', values: [{ name: 'x' }, { price: 1 }] },
          { name: long, values: [{ name: long }] },
        ],
      })
      expect(wrong.status).toBe(422)
      expect(Object.keys(wrong.body.errors as object).sort()).toEqual([
        'name',
        'options.0.values.1.name',
        'options.1.name',
        'options.1.values.0.name',
      ])
      const item = await made([{ name: 'a', values: [{ name: 'x', code: 'U1' }] }])
      const [option = {}] = listOf(item, 'options')
      const twice = await save({
        id: item.id ?? null,
        name: 'No',
        options: [{ ...option, values: [...listOf(option, 'values'), { name: 'y', code: 'U1' }, { name: '' }] }],
      })
      expect(Object.keys(twice.body.errors as object)).toContain('options.0.values.2.name')
      const again = await save({
        id: item.id ?? null,
        name: 'No',
        options: [{ ...option, values: [...listOf(option, 'values'), { name: 'y', code: 'U1' }] }],
      })
      expect(Object.keys(again.body.errors as object)).toEqual(['options.0.values.1.code'])
      const many = await save({
        id: item.id ?? null,
        options: [{ ...option, values: Array.from({ length: 4 }, (_, i) => ({ name: `v${i}` })) }],
      })
      expect(many.body.errors).toHaveProperty(['options.0.values'])
      expect(await read(item.id)).toMatchObject({ name: 'Pizza', version: item.version })
    })

    test("are nobody else's: another record's, another company's, or changed meanwhile", async () => {
      const [one, other] = [await made([SIZES]), await made([{ name: 'Otra', values: [{ name: 'Suya' }] }])]
      const [size = {}] = listOf(one, 'options')
      const [theirs = {}] = listOf(listOf(other, 'options')[0], 'values')
      expect(
        (await save({ id: one.id ?? null, options: [{ ...size, values: [{ ...theirs, name: 'robada' }] }] })).body
          .errors,
      ).toHaveProperty(['options.0.values.0.id'])
      expect((await at.call('companyB', 'GET', `articles/${String(one.id)}`)).status).toBe(404)
      const [small = {}] = listOf(size, 'values')
      const { id: id_size = null } = size
      expect(
        (await save({ id: one.id ?? null, options: [{ id: id_size, values: [{ ...small, name: 'primera' }] }] }))
          .status,
      ).toBe(200)
      expect(
        (await save({ id: one.id ?? null, options: [{ id: id_size, values: [{ ...small, name: 'segunda' }] }] }))
          .status,
      ).toBe(409)
      expect(namesOf(await read(one.id))).toEqual([['Tamaño', ['primera']]])
    })

    test("are seen as their row's rules say, and come in one query for each level", async () => {
      const item = await made([SIZES, SIZES])
      const [shown = null, closed = null] = listOf(item, 'options').map(({ id }) => Number(id))
      expect((await save({ id: item.id ?? null, options: [{ id: shown }, { id: closed, hides: true }] })).status).toBe(
        200,
      )
      const seen = await read(item.id, 'companyA')
      expect(listOf(seen, 'options')[0]).not.toHaveProperty('price')
      expect(listOf(seen, 'options').map((option) => Object.hasOwn(option, 'values'))).toEqual([true, false])
      // What is hidden stays as it is.
      expect(
        (
          await save(
            { id: item.id ?? null, options: listOf(seen, 'options').map((option) => ({ ...option, name: 'Otro' })) },
            'companyA',
          )
        ).status,
      ).toBe(200)
      expect(
        await at.database.db
          .selectFrom('choices')
          .select('id')
          .where('id_option', '=', closed)
          .where('date_deleted', 'is', null)
          .execute(),
      ).toHaveLength(2)
      const many = await made(Array.from({ length: 8 }, () => SIZES))
      pages.length = 0
      await read(many.id)
      expect(pages).toEqual([16])
    })

    test("are locked by the record's state as its rows are", async () => {
      const item = await made([SIZES])
      const [size = {}] = listOf(item, 'options')
      const [small = {}] = listOf(size, 'values')
      expect((await at.call('root', 'POST', 'articles/close', { id: item.id ?? null })).status).toBe(200)
      expect(
        (await save({ id: item.id ?? null, options: [{ ...size, values: [{ ...small, price: 1 }] }] })).body.errors,
      ).toHaveProperty('options')
      const rest = async (method: string, path: string, payload: JsonObject) =>
        at.request({
          method,
          url: `/api/rest/${path}`,
          token: await at.tokenFor('root'),
          payload: JSON.stringify(payload),
        })
      for (const answer of [
        await rest('PUT', `choices/${String(small.id)}`, { price: 1 }),
        await rest('POST', 'choices', { name: 'nueva', id_option: size.id ?? null }),
      ]) {
        expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('Cerrado')])
      }
      expect((await rest('DELETE', `choices/${String(small.id)}`, {})).status).toBe(409)
      expect((await save({ id: item.id ?? null, name: 'Otro nombre'.slice(0, 12) })).status).toBe(200)
    })

    test('go with their record, and are in the activity of both', async () => {
      const item = await made([SIZES])
      const logs = JSON.stringify(
        (
          await at.call('root', 'GET', 'logs', {
            target: 'choices',
            id_target: listOf(listOf(item, 'options')[0], 'values')[0]?.id ?? null,
            limit: 5,
          })
        ).body,
      )
      const above = JSON.stringify(
        (await at.call('root', 'GET', 'logs', { target: 'articles', id_target: item.id ?? null, limit: 5 })).body,
      )
      expect([logs, above]).toEqual([expect.stringContaining('Chica'), expect.stringContaining('Tamaño')])
      expect((await at.call('root', 'POST', 'articles/remove', { id: item.id ?? null })).status).toBe(200)
      expect(
        await at.database.db
          .selectFrom('choices')
          .select('id')
          .where('id_option', '=', listOf(item, 'options')[0]?.id)
          .where('date_deleted', 'is', null)
          .execute(),
      ).toEqual([])
    })
  })
})
