import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import type { BlockAnswer, RowsAnswer, TableAnswer } from '../../src/model/report-answer'
import type { StatAnswer, StatPart } from '../../src/model/stat-answer'
import { oneEngine } from '../engines'
import { RECORD_RESOURCES, recordApp, type RecordApp } from './records-fixture'
import type { RoleName } from './fixture-users'

const REPORT = {
  title: 'Tablero',
  path: 'panels/board',
  menu: { group: 'reports' },
  days: { last: 7 },
  filters: ['kind', 'id_depot'],
  options: { minimum: { title: 'Precio mínimo', instead: { price: 'price_min' } } },
  blocks: [
    { id: 'all', of: 'parcels', title: 'Paquetes' },
    { id: 'ever', of: 'parcels', title: 'Todos', days: 'none' },
    { id: 'income', of: 'parcels', title: 'Ingresos', sum: 'price' },
    { id: 'due', of: 'parcels', title: 'Por entregar', days: 'due' },
    { id: 'margin', of: 'parcels', title: 'Margen', sum: 'margin' },
    { of: 'parcels', stat: 'kinds' },
    { id: 'weeks', of: 'parcels', title: 'Por semana', by: 'due', each: 'week', split: 'kind' },
    { id: 'depots', of: 'depots', title: 'Depósitos' },
    {
      id: 'late',
      of: 'parcels',
      as: 'rows',
      title: 'Urgentes',
      filters: { urgent: 1 },
      columns: ['code', 'id_depot'],
      sort: ['code', 'desc'],
      limit: 3,
    },
    { id: 'hint', as: 'text', text: 'Hola' },
  ],
}
const TABLE = {
  title: 'Depósitos',
  filters: ['kind'],
  options: { minimum: { title: 'Precio mínimo', instead: { price: 'price_min' } } },
  blocks: [
    {
      id: 'rows',
      of: 'parcels',
      as: 'table',
      by: 'id_depot',
      title: 'Por depósito',
      limit: 2,
      columns: [
        { f: 'code', name: 'key' },
        { count: true, name: 'parcels' },
        { sum: 'price', name: 'amount' },
        { count: true, name: 'air', filters: { kind: 'a' } },
        { sum: 'margin', name: 'margin' },
      ],
    },
    {
      id: 'months',
      of: 'parcels',
      as: 'table',
      by: 'due',
      each: 'month',
      title: 'Por mes',
      columns: [{ count: true }],
    },
  ],
}
const YEARS = {
  title: 'Años',
  days: { years: 3 },
  see: { 'user.operator': { eq: true } },
  blocks: [{ id: 'all', of: 'parcels', title: 'Paquetes' }],
}
const HOME = {
  title: 'Inicio',
  home: { 'user.corporate': { eq: true } },
  days: 'none',
  blocks: [
    { id: 'all', of: 'parcels', title: 'Paquetes' },
    { id: 'readings', of: 'logins', title: 'Accesos' },
  ],
}
const RESOURCES = {
  ...RECORD_RESOURCES,
  parcels: {
    title: 'Paquetes',
    stats: [{ id: 'kinds', title: 'Por tipo', by: 'kind' }],
    list: { days: { f: 'arrived' } },
  },
  logins: { entity: 'sessions', title: 'Accesos', root: true },
  'reports/board': REPORT,
  'reports/depot_rows': TABLE,
  'reports/years': YEARS,
  'reports/home_company': HOME,
}
const NOW = new Date('2026-04-08T18:00:00Z')

oneEngine((_engine, open) => {
  describe('a report', () => {
    let at: RecordApp
    let third = 0
    beforeAll(async () => {
      at = await recordApp(open, { resources: RESOURCES, now: () => NOW })
      const { a, b } = at.ids.companies
      third = Number((await at.make('root', 'depots', { name: 'Depósito Callao', code: 'C1', id_company: a })).id)
      for (let i = 0; i < 30; i++) {
        await at.make('root', 'parcels', {
          code: `P${String(i).padStart(2, '0')}`,
          title: `Paquete ${i}`,
          kind: i % 5 === 4 ? null : i % 3 === 0 ? 'a' : 'b',
          urgent: i % 4 === 0 ? 1 : 0,
          price: i + 0.25,
          price_min: i % 2 === 0 ? 0.25 : null,
          margin: i,
          arrived: `2026-04-0${1 + (i % 9)}T15:00:00Z`,
          due: `2026-0${2 + (i % 3)}-1${i % 10}`,
          id_depot: [at.depots.a, at.depots.b, third, null][i % 4] ?? null,
          id_company: [a, b, null][i % 3] ?? null,
        })
      }
    })
    const report = async (role: RoleName, path: string, query: JsonObject = {}) => {
      const answer = await at.call(role, 'GET', path, query)
      expect(answer.status, answer.text).toBe(200)
      return answer.body as unknown as {
        readonly dash: { readonly [id: string]: BlockAnswer }
        readonly items: JsonObject[]
        readonly total: number
        readonly from: string
        readonly to: string
      }
    }
    const rowsOf = async (role: RoleName, filters: JsonObject, endpoint = 'parcels') => {
      const { date_from, date_to, ...others } = filters
      return at.items(
        await at.call(role, 'GET', endpoint, {
          filters: others,
          ...(date_from !== undefined && { date_from }),
          ...(date_to !== undefined && { date_to }),
          limit: 1000,
        }),
      )
    }
    const added = (rows: readonly JsonObject[], f: string): number =>
      Number(rows.reduce((sum, row) => sum + Number(row[f] ?? 0), 0).toFixed(2))

    test.each(
      (['root', 'reader', 'companyA', 'companyB', 'readerA'] as const).flatMap((role) =>
        [{}, { kind: 'a' }, { filters: { id_depot: 1 } }, { date_from: '2026-04-03', date_to: '2026-04-04' }].map(
          (query) => [role, query as JsonObject] as const,
        ),
      ),
    )('tells %s under %j what the lists have that its numbers open', async (role, query) => {
      const { dash } = await report(role, 'panels/board', query)
      for (const [id, answer] of Object.entries(dash)) {
        const endpoint = id === 'depots' ? 'depots' : 'parcels'
        if (!answer.filters) throw new Error(`${id} leads nowhere`)
        const rows = await rowsOf(role, answer.filters, endpoint)
        expect(rows.length, id).toBe('total' in answer ? answer.total : (answer as StatAnswer).count)
        if (id === 'income') expect(Number((answer as StatAnswer).value)).toBe(added(rows, 'price'))
        for (const part of ((answer as StatAnswer).parts ?? []).flatMap((one): readonly Omit<StatPart, 'split'>[] => [
          one,
          ...(one.split ?? []),
        ])) {
          expect((await rowsOf(role, part.filters ?? {})).length, `${id} ${part.key}`).toBe(part.count)
        }
      }
      expect(Object.keys(dash)).toEqual([
        'all',
        'ever',
        'income',
        'due',
        ...(role === 'root' || role === 'reader' ? ['margin'] : []),
        'kinds',
        'weeks',
        'depots',
        'late',
      ])
    })

    test('is about its last days unless it is asked otherwise, each block by its own field', async () => {
      const { dash, from, to } = await report('root', 'panels/board')
      expect([from, to]).toEqual(['2026-04-02', '2026-04-08'])
      expect(dash.all).toMatchObject({
        count: (await rowsOf('root', { arrived: { gte: '2026-04-02', lte: '2026-04-08' } })).length,
        filters: { date_from: '2026-04-02', date_to: '2026-04-08' },
      })
      expect(dash.ever).toMatchObject({ count: 30, filters: {} })
      expect(dash.due).toMatchObject({ filters: { due: { gte: '2026-04-02', lte: '2026-04-08' } } })
      expect((await report('root', 'panels/board', { date_to: '2026-04-03' })).from).toBe('2026-03-28')
      expect(await report('operator', 'years', { year: 2025 })).toMatchObject({
        from: '2025-01-01',
        to: '2025-12-31',
        dash: { all: { count: 0 } },
      })
    })

    test('compares with the like time before, and counts other numbers where an option says so', async () => {
      const { dash } = await report('root', 'panels/board', { compare: 1, minimum: 1 })
      expect(dash.all).toMatchObject({
        before: (await rowsOf('root', { arrived: { gte: '2026-03-26', lt: '2026-04-01T18:00:00.000Z' } })).length,
      })
      expect(dash.ever).not.toHaveProperty('before')
      expect(Number((dash.income as StatAnswer).value)).toBe(
        added(await rowsOf('root', dash.income?.filters ?? {}), 'price_min'),
      )
    })

    test('shows what waits: the first records in their order, and how many there are', async () => {
      const late = (await report('root', 'panels/board', { date_from: '2026-01-01' })).dash.late as RowsAnswer
      const rows = await rowsOf('root', late.filters)
      expect(late.total).toBe(rows.length)
      expect(late.items.map(({ code }) => code)).toEqual(
        rows
          .map(({ code }) => String(code))
          .toSorted()
          .toReversed()
          .slice(0, 3),
      )
    })

    test('that is a table answers as a list: paged and sorted, each number that of the list it opens', async () => {
      const query = { date_from: '2026-04-01', date_to: '2026-04-30' }
      const first = await report('root', 'depot_rows', query)
      expect(first.items.map(({ parcels }) => parcels)).toEqual([8, 8])
      const dear = await report('root', 'depot_rows', { ...query, order_col: 'amount', order_dir: 'asc', limit: 3 })
      expect(dear.items.map(({ amount }) => Number(amount))).toEqual(
        dear.items.map(({ amount }) => Number(amount)).toSorted((a, b) => a - b),
      )
      expect([first.total, Object.keys(first.dash)]).toEqual([3, ['rows', 'months']])
      expect((await report('root', 'depot_rows', { ...query, blocks: 'months' })).items).toBeUndefined()
      const { items } = await report('root', 'depot_rows', {
        ...query,
        limit: 10,
        order_col: 'name',
        order_dir: 'desc',
      })
      expect(items.map(({ id, name, key }) => [id, name, key])).toEqual([
        [third, 'Depósito Callao', 'C1'],
        [at.depots.b, 'Depósito Breña', 'B1'],
        [at.depots.a, 'Depósito Ate', 'A1'],
      ])
      for (const { filters, parts, parcels, amount, air, margin } of items) {
        const rows = await rowsOf('root', filters as JsonObject)
        expect([parcels, Number(amount), Number(margin)]).toEqual([
          rows.length,
          added(rows, 'price'),
          added(rows, 'margin'),
        ])
        expect((await rowsOf('root', (parts as { air: JsonObject }).air)).length).toBe(air)
      }
      expect((await report('root', 'depot_rows', { ...query, page: 2, kind: 'b' })).items).toHaveLength(1)
      const months = (await report('root', 'depot_rows', { date_from: '2026-02-01', date_to: '2026-04-30' })).dash
        .months as TableAnswer
      expect(months.items.map(({ id }) => id)).toEqual(['2026-02-01', '2026-03-01', '2026-04-01'])
      for (const { filters, count } of months.items)
        expect((await rowsOf('root', filters as JsonObject)).length).toBe(count)
    })

    test('hides in a table what lists hide: other companies’ rows, numbers and records of others', async () => {
      const { items, dash } = await report('companyA', 'depot_rows', { date_from: '2026-04-01', limit: 10 })
      for (const row of items) {
        expect(row.parcels).toBe((await rowsOf('companyA', row.filters as JsonObject)).length)
        // The reference itself has a name for everybody who sees the row; its fields are its list's.
        expect(row.key).toBe(row.id === at.depots.b ? null : row.id === third ? 'C1' : 'A1')
        expect(row).not.toHaveProperty('margin')
      }
      expect((dash.rows as TableAnswer).totals.parcels).toBe(
        items.reduce((sum, { parcels }) => sum + Number(parcels), 0),
      )
    })

    test('goes out as a file with the same rows in the same order', async () => {
      const file = await at.call('root', 'GET', 'depot_rows', {
        format: 'csv',
        date_from: '2026-04-01',
        date_to: '2026-04-30',
        order_col: 'name',
        order_dir: 'asc',
      })
      expect(file.status).toBe(200)
      const lines = file.text.replace('\ufeff', '').trim().split('\r\n')
      expect(lines[0]).toBe('id,Depósito,Código,Cantidad,Precio,Cantidad,Margen')
      expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual([
        'Depósito Ate',
        'Depósito Breña',
        'Depósito Callao',
      ])
      expect((await at.call('root', 'GET', 'depot_rows', { format: 'xlsx' })).status).toBe(200)
      expect((await at.call('root', 'GET', 'panels/board', { format: 'csv' })).status).toBe(404)
    })

    test('is answered to those who may see it, and a first page to whom its rule fits', async () => {
      expect((await at.call('none', 'GET', 'panels/board')).status).toBe(403)
      expect((await at.call(null, 'GET', 'panels/board')).status).toBe(401)
      expect((await at.call('companyA', 'GET', 'years')).status).toBe(403)
      expect((await at.call('operator', 'GET', 'home_company')).status).toBe(403)
      expect((await at.call('root', 'POST', 'years')).status).toBe(405)
      expect((await report('companyA', 'home_company')).dash).not.toHaveProperty('readings')
    })

    test.each([
      { colour: 1 },
      { filters: { colour: 1 } },
      { date_from: '2026-13-01' },
      { date_from: '2026-04-02', date_to: '2026-04-01' },
      { year: 2026 },
      { minimum: 2 },
      { filters: 'x' },
      { filters: { kind: { near: 'a' } } },
      { page: 2 },
    ] as JsonObject[])('refuses %j', async (query) => {
      expect((await at.call('root', 'GET', 'panels/board', query)).status).toBe(400)
    })
    test.each([{ year: 2020 }, { year: 'x' }, { date_from: '2026-01-01' }] as JsonObject[])(
      'of years refuses %j',
      async (query) => {
        expect((await at.call('root', 'GET', 'years', query)).status).toBe(400)
      },
    )
    test.each([{ order_col: 'key' }, { order_dir: 'up' }, { limit: 0 }, { format: 'exe' }] as JsonObject[])(
      'of a table refuses %j',
      async (query) => {
        expect((await at.call('root', 'GET', 'depot_rows', query)).status).toBe(400)
      },
    )

    test('that has not changed is answered in a line', async () => {
      const ask = async (headers: { [name: string]: string } = {}) =>
        at.request({ method: 'GET', url: '/api/admin/panels/board', token: await at.tokenFor('root'), headers })
      const tag = String((await ask()).headers.etag)
      expect(await ask({ 'if-none-match': tag })).toMatchObject({ status: 304, text: '' })
      await at.make('root', 'parcels', { code: 'NEW', title: 'Nuevo', arrived: '2026-04-05T10:00:00Z' })
      expect((await ask({ 'if-none-match': tag })).status).toBe(200)
    })
  })
})
