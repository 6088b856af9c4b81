import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const SCHEMAS = {
  statements: {
    title: 'Liquidación',
    required: ['number'],
    'x-scope': { shared: true },
    'x-represent': '{number}',
    properties: {
      number: { type: 'string', maxLength: 20, 'x-search': true },
      date_from: { type: 'string', format: 'date' },
      date_to: { type: 'string', format: 'date' },
      token: { type: 'string', maxLength: 40 },
      total: { 'x-type': 'computed', title: 'Total', 'x-computed': { sum: 'amount', of: 'lines', by: 'id_statement' } },
    },
  },
  visits: {
    title: 'Visita',
    'x-scope': { shared: true },
    'x-represent': '{number}',
    properties: { number: { type: 'string', maxLength: 9 }, date_planned: { type: 'string', format: 'date' } },
  },
  lines: {
    title: 'Línea',
    'x-scope': { shared: true },
    'x-represent': '{id}',
    properties: { id_statement: { 'x-type': 'ref', 'x-to': 'statements' }, amount: { 'x-type': 'money' } },
  },
}

oneEngine((_engine, open) => {
  describe('names of the specification', () => {
    let at: TestApp
    const numbers = async (query: JsonObject) =>
      ((await at.call('root', 'GET', 'statements', query)).body.items as readonly JsonObject[]).map(
        ({ number }) => number,
      )
    const rest = async (filter: JsonObject) => {
      const { text } = await at.request({
        method: 'GET',
        url: `/api/rest/statements?filter=${encodeURIComponent(JSON.stringify(filter))}`,
        token: await at.tokenFor('root'),
      })
      return (JSON.parse(text) as readonly JsonObject[]).map(({ number }) => number)
    }
    beforeAll(async () => {
      at = await testApp({
        schemas: SCHEMAS,
        resources: { visits: { list: { days: { f: 'date_planned', last: 30 } } } },
        open,
        now: () => new Date('2026-11-22T15:00:00Z'),
      })
      for (const [number, month] of [
        ['L-1', '10'],
        ['L-2', '11'],
      ]) {
        const made = await at.call('root', 'POST', 'statements/create', {
          number: number ?? '',
          date_from: `2026-${month ?? ''}-01`,
          date_to: `2026-${month ?? ''}-28`,
          token: `t-${month ?? ''}`,
        })
        expect(made).toMatchObject({
          status: 200,
          body: { item: { date_from: `2026-${month ?? ''}-01`, token: `t-${month ?? ''}` } },
        })
      }
    })

    test('date_from, date_to and token are fields where a schema has them, and filters among `filters`', async () => {
      expect(await numbers({ filters: JSON.stringify({ date_from: { gte: '2026-11-01' } }) })).toEqual(['L-2'])
      expect(await numbers({ filters: JSON.stringify({ date_to: '2026-10-28' }) })).toEqual(['L-1'])
      expect(await numbers({ filters: JSON.stringify({ token: 't-10' }) })).toEqual(['L-1'])
      expect(await rest({ date_from: { gte: '2026-11-01' } })).toEqual(['L-2'])
    })

    test('beside the filters they stay the days in which records were made', async () => {
      expect(await numbers({ date_from: '2026-11-22', order_col: 'number' })).toEqual(['L-1', 'L-2'])
      expect(await numbers({ date_to: '2026-11-21' })).toEqual([])
    })

    test('the days beside the filters may be those of a field', async () => {
      for (const day of ['2026-10-20', '2026-10-24'])
        await at.call('root', 'POST', 'visits/create', { number: day.slice(5), date_planned: day })
      const visits = async (query: JsonObject) =>
        ((await at.call('root', 'GET', 'visits', query)).body.items as readonly JsonObject[]).map(
          ({ number }) => number,
        )
      expect(await visits({ date_from: '2026-10-24' })).toEqual(['10-24'])
      expect(await visits({ date_to: '2026-10-23' })).toEqual(['10-20'])
      // How many days are shown at first is the page's matter: programs get all.
      expect(await visits({})).toHaveLength(2)
    })

    test('a computed sum of money is written as money', async () => {
      const { id = null } =
        ((await at.call('root', 'GET', 'statements', { query: 'L-1' })).body.items as readonly JsonObject[])[0] ?? {}
      for (const amount of [200, 39.5]) await at.call('root', 'POST', 'lines/create', { id_statement: id, amount })
      expect((await at.call('root', 'GET', 'statements', { query: 'L-1' })).body.items).toMatchObject([
        { total: 239.5 },
      ])
      expect((await at.call('root', 'GET', 'statements', { format: 'html', columns: 'number,total' })).text).toContain(
        '239.50',
      )
    })

    test('`query` searches as `q` does', async () => {
      expect(await numbers({ query: 'l-2' })).toEqual(['L-2'])
      expect(await numbers({ query: 'nothing' })).toEqual([])
      expect((await at.call('reader', 'GET', 'statements', { lookup: 1, query: 'L-1' })).body.items).toMatchObject([
        { label: 'L-1' },
      ])
    })
  })
})
