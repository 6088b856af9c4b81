import type { KyselyPlugin, QueryId } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import { withContext } from '../../src/server/platform/database/with-context'
import { oneEngine } from '../engines'
import type { OpenFresh } from '../open-fresh'
import { testApp, type TestApp } from './fixture-app'

type Role = Parameters<TestApp['call']>[0]

/** Works with a life, an owner, money that only the house sees, and a reference. */
const SCHEMAS = {
  works: {
    title: 'Obra',
    required: ['name'],
    'x-size': 'large',
    'x-scope': { company: 'id_company' },
    'x-represent': '{name}',
    'x-flow': {
      field: 'state',
      start: '1',
      moves: {
        issue: { title: 'Emitir', from: ['1'], to: '2', undo: 30 },
        pay: { title: 'Pagar', from: ['2'], to: '3' },
      },
      locked: { 3: { edit: [] } },
    },
    properties: {
      name: { type: 'string', title: 'Nombre', maxLength: 40, 'x-search': true },
      id_company: { 'x-type': 'ref', title: 'Empresa', 'x-to': 'companies' },
      id_place: { 'x-type': 'ref', title: 'Lugar', 'x-to': 'places' },
      state: {
        'x-type': 'enum',
        title: 'Estado',
        'x-values': [
          { value: '1', title: 'Borrador', color: '#111111' },
          { value: '2', title: 'Emitida' },
          { value: '3', title: 'Pagada' },
        ],
      },
      amount: { 'x-type': 'money', title: 'Importe' },
      margin: { 'x-type': 'money', title: 'Margen', 'x-see': { 'user.operator': { eq: true } } },
      risk: {
        'x-type': 'enum',
        title: 'Riesgo',
        'x-values': [
          { value: 'a', title: 'Alto' },
          { value: 'b', title: 'Bajo' },
        ],
        'x-see': { state: { ne: '1' } },
      },
      secret_class: {
        'x-type': 'enum',
        title: 'Clase',
        'x-values': [{ value: 'x', title: 'Equis' }],
        'x-see': { 'user.root': { eq: true } },
      },
      urgent: { 'x-type': 'flag', title: 'Urgente' },
    },
  },
}
const BOARD = { as: 'board', sum: 'amount', card: ['amount'] }
const RESOURCES = {
  works: { title: 'Obras', filters: ['state', 'risk'], list: { sort: ['name', 'asc'], layouts: ['table', BOARD] } },
  open_works: {
    entity: 'works',
    title: 'Abiertas',
    where: { state: { in: ['1', '2'] } },
    list: { layouts: [{ as: 'board', by: 'risk', sum: 'margin' }] },
  },
  by_place: { entity: 'works', title: 'Por lugar', list: { layouts: [{ as: 'board', by: 'id_place' }] } },
}

interface Column {
  readonly value: Json
  readonly label: string
  readonly color?: string
  readonly count: number
  readonly sum?: Json
  readonly items: readonly JsonObject[]
  readonly after?: string
}

oneEngine((_engine, open) => {
  describe('a board', () => {
    let at: TestApp
    const get = (path: string, query: JsonObject = {}, role: Role = 'root') => at.call(role, 'GET', path, query)
    const post = (path: string, input: JsonObject, role: Role = 'root') => at.call(role, 'POST', path, input)
    const columnsOf = async (path: string, query: JsonObject = {}, role: Role = 'root') => {
      const { status, body, text } = await get(`${path}/board`, query, role)
      expect([status, text]).toEqual([200, text])
      return body.columns as unknown as Column[]
    }
    const counts = (columns: readonly Column[]) => columns.map(({ value, count }) => [value, count])
    const ids: Json[] = []

    let statements = 0
    const ofWorks = new WeakSet<QueryId>()
    const counting: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        if (JSON.stringify(node).includes('works')) ofWorks.add(queryId)
        return node
      },
      transformResult: async ({ result, queryId }) => {
        if (ofWorks.has(queryId)) statements++
        return result
      },
    }
    const counted: OpenFresh = async (options) => {
      const database = await open(options)
      return { ...database, db: withContext(database.db.withPlugin(counting), database.db.context) }
    }

    beforeAll(async () => {
      at = await testApp({ schemas: SCHEMAS, resources: RESOURCES, open: counted })
      const { a, b } = at.ids.companies
      const { item: place } = (await post('places/create', { name: 'Norte', id_company: a })).body as {
        item: JsonObject
      }
      for (let i = 0; i < 12; i++) {
        const { body, text } = await post('works/create', {
          name: `Obra ${String.fromCharCode(76 - i)}`,
          id_company: i < 7 ? a : b,
          amount: `${i}.10`,
          margin: '1.01',
          urgent: i % 3 === 0 ? null : i % 2,
          risk: i % 2 ? 'a' : 'b',
          id_place: i % 4 === 0 ? (place.id ?? null) : null,
        })
        expect(text).toContain('"ok":true')
        const id = (body.item as JsonObject).id ?? null
        ids.push(id)
        if (i % 3 === 1) await post('works/issue', { id })
        if (i === 4) await post('works/pay', { id })
        // Hidden in drafts, so a create does not take it.
        if (i % 3 === 1 && i !== 4) await post('works/create', { id, risk: i % 2 ? 'a' : 'b' })
      }
    })

    test('has a column for every state, with its number, its exact sum, its colour and the first cards in the order of the list', async () => {
      const { body } = await get('works/board', { limit: 3 })
      expect(body).toMatchObject({ ok: true, by: 'state', total: 12 })
      const columns = body.columns as unknown as Column[]
      expect(columns.map(({ label, color, count, sum }) => [label, color, count, sum])).toEqual([
        ['Borrador', '#111111', 8, 44.8],
        ['Emitida', undefined, 3, 18.3],
        ['Pagada', undefined, 1, 4.1],
      ])
      for (const { value, items } of columns) {
        const list = await get('works', { filters: { state: value }, limit: 3 })
        expect(items).toEqual(list.body.items)
      }
    })

    test('goes on by the list where a column has more, as many cards as are asked for of each', async () => {
      const [first] = await columnsOf('works', { limit: 3 })
      const next = await get('works', { filters: { state: '1' }, after: first?.after ?? '', limit: 3, count: 'none' })
      expect(
        [...(first?.items ?? []), ...(next.body.items as unknown as JsonObject[])].map(({ name }) => name),
      ).toEqual(['Obra A', 'Obra C', 'Obra D', 'Obra F', 'Obra G', 'Obra I'])
      const shown = await columnsOf('works', { limit: 1, limits: { 1: 5 } })
      expect(shown.map(({ items, after }) => [items.length, after !== undefined])).toEqual([
        [5, true],
        [1, true],
        [1, false],
      ])
    })

    test('follows the filters, the search, the catalogue and the scope of who asks, as the list does', async () => {
      expect(counts(await columnsOf('works', { filters: { amount: { lt: 3 } } }))).toEqual([
        ['1', 2],
        ['2', 1],
        ['3', 0],
      ])
      expect(counts(await columnsOf('works', { q: 'obra l' }))).toEqual([
        ['1', 1],
        ['2', 0],
        ['3', 0],
      ])
      const asked: readonly (readonly [JsonObject, Role])[] = [
        [{ filters: { amount: { lt: 3 } } }, 'root'],
        [{ q: 'obra l' }, 'root'],
        [{}, 'companyA'],
      ]
      for (const [query, role] of asked) {
        for (const { count, items } of await columnsOf('works', query, role))
          expect([query, items.length]).toEqual([query, count])
      }
      // Company A has the first seven.
      expect(counts(await columnsOf('works', {}, 'companyA'))).toEqual([
        ['1', 5],
        ['2', 1],
        ['3', 1],
      ])
      expect((await get('open_works/board', {})).body).toMatchObject({ total: 11 })
      expect((await get('works/board', {}, 'none')).status).toBe(403)
      expect((await get('works/board', {}, null)).status).toBe(401)
    })

    test('tells nobody by counts or sums what the list hides from them', async () => {
      // In drafts nobody sees the risk: they stand without one, whatever is stored.
      const columns = await columnsOf('open_works')
      expect(columns.map(({ label, count }) => [label, count])).toEqual([
        ['Sin riesgo', 8],
        ['Alto', 2],
        ['Bajo', 1],
      ])
      for (const { value, count } of columns)
        expect((await get('open_works', { filters: { risk: value } })).body.total).toBe(count)
      expect(columns[1]?.sum).toBe(2.02)
      expect((await columnsOf('open_works', {}, 'companyA')).every((column) => !('sum' in column))).toBe(true)
      for (const [query, role] of [
        [{ by: 'secret_class' }, 'operator'],
        [{ sum: 'margin' }, 'companyA'],
      ] as const) {
        expect(await get('works/board', query, role)).toMatchObject({ status: 400, body: { code: 'FILTER_UNKNOWN' } })
        expect((await get('works/board', query, role)).body.msg).not.toMatch(
          role === 'operator' ? /: .*secret_class/ : /: .*margin/,
        )
      }
    })

    test('divides by a flag and by a reference, whose records without a value come first', async () => {
      expect(
        (await columnsOf('works', { by: 'urgent' })).map(({ value, label, count }) => [value, label, count]),
      ).toEqual([
        [null, 'Sin urgente', 4],
        [0, 'No', 4],
        [1, 'Sí', 4],
      ])
      expect((await columnsOf('by_place')).map(({ label, count }) => [label, count])).toEqual([
        ['Sin lugar', 9],
        ['Norte', 3],
      ])
    })

    test('shows the largest columns of many, and counts the others', async () => {
      const places = await Promise.all(
        Array.from({ length: 45 }, (_place, i) =>
          post('places/create', { name: `Sitio ${i}`, id_company: at.ids.companies.a }),
        ),
      )
      for (const [i, { body }] of places.entries()) {
        for (let n = i === 44 ? 2 : 1; n > 0; n--)
          await post('works/create', {
            name: `Zeta ${i}`,
            id_company: at.ids.companies.a,
            id_place: (body.item as JsonObject).id ?? null,
          })
      }
      const { body } = await get('by_place/board', { filters: { name: 'Zeta' } })
      const columns = body.columns as unknown as Column[]
      expect([columns.length, columns.at(-1)?.label, body.others, body.total]).toEqual([
        40,
        'Sitio 44',
        { columns: 5, count: 5 },
        46,
      ])
      for (const { body: made } of places)
        await at.database.db
          .updateTable('works')
          .set({ date_deleted: new Date().toISOString() })
          .where('id_place', '=', (made.item as JsonObject).id as number)
          .execute()
    })

    test('answers what nobody can ask with the reason, and a catalogue without a board with 404', async () => {
      const wrong: readonly JsonObject[] = [
        { by: 'name' },
        { by: 'nothing' },
        { by: 'amount' },
        { sum: 'name' },
        { limits: { 1: 0 } },
        { limits: '[1' },
        { limits: { 1: 'x' } },
        { limit: 100_000 },
        { filters: { nothing: 1 } },
        { order_col: 'nothing' },
      ]
      for (const query of wrong) {
        expect([query, (await get('works/board', query)).status]).toEqual([query, 400])
      }
      expect((await get('places/board')).status).toBe(404)
      expect((await post('works/board', {})).status).toBe(405)
    })

    test('costs two statements, however many columns it has', async () => {
      const asked: readonly JsonObject[] = [{}, { by: 'id_place' }, { limits: { 1: 5 } }]
      for (const query of asked) {
        statements = 0
        await columnsOf('works', query)
        expect(statements).toBe(2)
      }
    })

    test('moves a card by setting its field only as long as nobody has changed it', async () => {
      const id = ids[0] ?? null
      const { version = null } = (await get(`works/${String(id)}`)).body.item as JsonObject
      expect(await post('works/set', { id, version, field: 'urgent', value: 1 })).toMatchObject({
        status: 200,
        body: { undo: { seconds: expect.any(Number) as number } },
      })
      expect(await post('works/set', { id, version, field: 'urgent', value: 0 })).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT' },
      })
      expect((await get(`works/${String(id)}`)).body.item).toMatchObject({ urgent: 1 })
      expect((await post('works/set', { id, field: 'state', value: '2' })).status).toBe(422)
      expect((await post('works/set', { id, field: 'urgent', value: 0 }, 'reader')).status).toBe(403)
    })

    test('is there for programs too, with its description', async () => {
      const rest = async (path: string) =>
        at.request({ method: 'GET', url: `/api/rest/${path}`, token: await at.tokenFor('reader') })
      const answer = JSON.parse((await rest('works/board?by=urgent&range=[0,1]')).text) as { columns: Column[] }
      expect(answer.columns.map(({ count, items }) => [count, items.length])).toEqual([
        [3, 2],
        [4, 2],
        [5, 2],
      ])
      expect((await rest('works/board?nothing=1')).status).toBe(400)
      expect((await rest('places/board')).status).toBe(404)
      const { paths } = JSON.parse((await rest('openapi.json')).text) as {
        paths: { [path: string]: { get?: { operationId: string } } }
      }
      expect(paths['/works/board']?.get?.operationId).toBe('works_board')
      expect(paths['/places/board']).toBeUndefined()
    })
  })
})
