import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { eachEngine } from '../engines'
import { recordApp, type RecordApp } from './records-fixture'

const ids = (at: RecordApp, answer: Parameters<RecordApp['items']>[0]) => at.items(answer).map(({ code }) => code)

eachEngine((_engine, open) => {
  describe('a list', () => {
    let at: RecordApp
    beforeAll(async () => {
      at = await recordApp(open, { now: () => new Date('2026-11-21T04:30:00.000Z') })
      const { a } = at.ids.companies
      const rows: JsonObject[] = [
        {
          code: 'P1',
          title: 'Álamo',
          weight: 1.5,
          pieces: 3,
          kind: 'a',
          due: '2026-11-20',
          id_depot: at.depots.a,
          id_company: a,
          urgent: 1,
          spot: { lat: -12.05, lng: -77.04 },
          margin: 5,
          discount: 2,
        },
        {
          code: 'P2',
          title: 'árbol',
          weight: '12345678901234567890.12',
          pieces: 1,
          kind: 'a',
          due: '2026-11-22',
          id_company: a,
          discount: 9,
        },
        { code: 'P3', title: 'Zapato', weight: null, pieces: null, kind: null, arrived: '2026-11-21T04:59:59.999Z' },
        { code: 'P4', title: '100% real_50', pieces: 2, arrived: '2026-11-21T05:00:00.000Z', phone: '+51 999 888 777' },
      ]
      const made = []
      for (const row of rows) made.push(await at.make('root', 'parcels', row))
      // Hidden from now on, the discount stays in its row.
      await at.make('root', 'parcels', { id: made[1]?.id ?? null, kind: 'b' })
    })

    test('shows rows with references beside their ids, labels, flat parts, and no secrets', async () => {
      const { body, status } = await at.call('root', 'GET', 'parcels', { filters: { code: 'P1' } })
      expect(status).toBe(200)
      expect(body).toMatchObject({ ok: true, total: 1, total_is_exact: true })
      const [item] = body.items as unknown as { [key: string]: unknown }[]
      expect(item).toMatchObject({
        code: 'P1',
        id_depot: at.depots.a,
        depot_name: 'Depósito Ate',
        id_depot__label: 'Depósito Ate',
        id_company__label: 'Empresa A',
        co_name: 'Empresa A',
        id_keeper: null,
        id_keeper__label: null,
        spot: { lat: -12.05, lng: -77.04 },
        lat: -12.05,
        lng: -77.04,
        weight: 1.5,
        urgent: 1,
        version: 1,
        state: '1',
      })
      expect(item).not.toHaveProperty('stamp')
      expect(item).not.toHaveProperty('date_deleted')
    })

    test.each([
      [{ filters: { title: 'arbol' } }, ['P2']],
      [{ title: 'ÁRBOL' }, ['P2']],
      [{ filters: { title: { eq: 'arbol' } } }, []],
      [{ q: 'p3 zapa' }, ['P3']],
      [{ filters: { q: '% real_' } }, ['P4']],
      [{ q: 'nada' }, []],
      [{ pieces: 3 }, ['P1']],
      [{ filters: { pieces: [1, 2] } }, ['P2', 'P4']],
      [{ filters: { pieces: { gte: 2, lt: 3 } } }, ['P4']],
      [{ filters: { pieces: { ne: 2 } } }, ['P1', 'P2']],
      [{ filters: { pieces: null } }, ['P3']],
      [{ filters: { pieces: { isNull: false } } }, ['P1', 'P2', 'P4']],
      [{ filters: { kind: 'a' } }, ['P1']],
      [{ filters: { kind: { nin: ['a'] } } }, ['P2']],
      [{ filters: { weight: '12345678901234567890.12' } }, ['P2']],
      [{ filters: { due: { lte: '2026-11-20' } } }, ['P1']],
      [{ filters: { arrived: '2026-11-20' } }, ['P3']],
      [{ filters: { arrived: { gte: '2026-11-21' } } }, ['P4']],
      [{ filters: { arrived: { lte: '2026-11-20' } } }, ['P3']],
      [{ filters: { depot_name: 'ate' } }, ['P1']],
      [{ filters: { co_name: { isNull: true } } }, ['P3', 'P4']],
      [{ urgent: 'true' }, ['P1']],
      [{ filters: { phone: '999 888' } }, ['P4']],
      [{ filters: { id: [] } }, []],
      [{ state: '' }, ['P1', 'P2', 'P3', 'P4']],
      [{ filters: { discount: { gte: 0 } } }, ['P1']],
      [{ filters: { discount: 9 } }, []],
    ])('finds by %j', async (query, expected) => {
      const answer = await at.call('root', 'GET', 'parcels', { ...query, order_col: 'code' })
      expect(answer.text).toMatch(/^\{"ok":true/)
      expect(ids(at, answer)).toEqual(expected)
      expect(answer.body.total).toBe(expected.length)
    })

    test.each([
      [{ filters: { colour: 'x' } }, 'FILTER_UNKNOWN', 'colour'],
      [{ colour: 'x' }, 'FILTER_UNKNOWN', 'colour'],
      [{ filters: { stamp: 'x' } }, 'FILTER_UNKNOWN', 'stamp'],
      [{ order_col: 'stamp' }, 'FILTER_UNKNOWN', 'stamp'],
      [{ order_col: 'nothing' }, 'FILTER_UNKNOWN', 'nothing'],
      [{ order_col: 'spot' }, 'FILTER_UNKNOWN', 'spot'],
      [{ filters: { title: { gt: 'a' } } }, 'FILTER_UNKNOWN', 'gt'],
      [{ filters: { title: { like: 'a' } } }, 'FILTER_UNKNOWN', 'like'],
      [{ filters: { constructor: 'x' } }, 'FILTER_UNKNOWN', 'constructor'],
      [{ filters: '{"a"' }, 'MALFORMED', 'filters'],
      [{ filters: '[1]' }, 'MALFORMED', 'filters'],
      [{ filters: { pieces: 'dos' } }, 'MALFORMED', 'pieces'],
      [{ filters: { due: '2026-02-30' } }, 'MALFORMED', 'due'],
      [{ limit: 1001 }, 'MALFORMED', 'limit'],
      [{ limit: 0 }, 'MALFORMED', 'limit'],
      [{ page: -1 }, 'MALFORMED', 'page'],
      [{ order_dir: 'up' }, 'MALFORMED', 'order_dir'],
      [{ date_from: '2026-13-01' }, 'MALFORMED', 'date_from'],
      [{ after: 'x' }, 'MALFORMED', ''],
      [{ count: 'all' }, 'MALFORMED', 'count'],
    ])('refuses %j with %s, naming %s', async (query, code, name) => {
      const { status, body } = await at.call('root', 'GET', 'parcels', query)
      expect(status).toBe(400)
      expect(body).toMatchObject({ ok: false, code })
      expect(body.msg).toContain(name)
    })

    test('names the filters there are', async () => {
      const { body } = await at.call('operator', 'GET', 'parcels', { filters: { colour: 1 } })
      expect(body.msg).toMatch(/title, .*depot_name/)
      expect(body.msg).not.toContain('stamp')
    })

    test.each([
      ['title', 'asc', ['P4', 'P1', 'P2', 'P3']],
      ['title', 'desc', ['P3', 'P2', 'P1', 'P4']],
      ['weight', 'asc', ['P1', 'P2', 'P3', 'P4']],
      ['weight', 'desc', ['P4', 'P3', 'P2', 'P1']],
      ['depot_name', 'asc', ['P1', 'P2', 'P3', 'P4']],
      ['discount', 'asc', ['P1', 'P2', 'P3', 'P4']],
      ['rank', 'desc', ['P4', 'P3', 'P2', 'P1']],
    ])('sorts by %s %s, and pages through it by offset and by cursor alike', async (order_col, order_dir, expected) => {
      const all = await at.call('root', 'GET', 'parcels', { order_col, order_dir })
      expect(ids(at, all)).toEqual(expected)
      expect(all.body).not.toHaveProperty('after')
      const byPage: unknown[] = []
      const byCursor: unknown[] = []
      let after: string | undefined
      for (let page = 1; page <= expected.length; page++) {
        byPage.push(...ids(at, await at.call('root', 'GET', 'parcels', { order_col, order_dir, limit: 1, page })))
        const next = await at.call('root', 'GET', 'parcels', {
          order_col,
          order_dir,
          limit: 1,
          ...(after === undefined ? {} : { after }),
        })
        byCursor.push(...ids(at, next))
        expect(next.body.total).toBe(4)
        after = next.body.after as string | undefined
      }
      expect(byPage).toEqual(expected)
      expect(byCursor).toEqual(expected)
      expect(after).toBeUndefined()
    })

    test('a cursor of one order does not serve another', async () => {
      const { body } = await at.call('root', 'GET', 'parcels', { order_col: 'title', limit: 1 })
      const other = await at.call('root', 'GET', 'parcels', {
        order_col: 'weight',
        limit: 1,
        after: body.after ?? null,
      })
      expect(other).toMatchObject({ status: 400, body: { code: 'MALFORMED' } })
    })

    test('takes the days of date_from and date_to in the zone of the settings, both whole', async () => {
      // 04:30 UTC of the 21st is still the 20th in Lima.
      const count = async (query: { [key: string]: string }) =>
        (await at.call('root', 'GET', 'parcels', query)).body.total
      expect(await count({ date_from: '2026-11-20', date_to: '2026-11-20' })).toBe(4)
      expect(await count({ date_from: '2026-11-21' })).toBe(0)
      expect(await count({ date_to: '2026-11-19' })).toBe(0)
    })

    test('leaves out what a rule hides, and gives no way to find it out', async () => {
      const seen = at.items(await at.call('root', 'GET', 'parcels', { order_col: 'code' }))
      expect(seen[0]).toMatchObject({ margin: 5, discount: 2 })
      expect(seen[1]).not.toHaveProperty('discount')
      const theirs = at.items(await at.call('companyA', 'GET', 'parcels', { order_col: 'code' }))
      expect(theirs[0]).toHaveProperty('discount')
      expect(theirs[0]).not.toHaveProperty('margin')
      expect(await at.call('companyA', 'GET', 'parcels', { filters: { margin: 5 } })).toMatchObject({
        status: 400,
        body: { code: 'FILTER_UNKNOWN' },
      })
      expect(await at.call('companyA', 'GET', 'parcels', { order_col: 'margin' })).toMatchObject({
        status: 400,
        body: { code: 'FILTER_UNKNOWN' },
      })
    })

    test('a catalogue over a part of an entity shows that part, under its nested path', async () => {
      const answer = await at.call('root', 'GET', 'delivery/urgent')
      expect(ids(at, answer)).toEqual(['P1'])
      const other = Number(at.items(await at.call('root', 'GET', 'parcels', { code: 'P2' }))[0]?.id)
      expect(await at.call('root', 'GET', `delivery/urgent/${other}`)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      })
    })

    test("answers a reference search with ids and labels alone, of what the asker's list gives", async () => {
      const { body } = await at.call('reader', 'GET', 'depots', { lookup: 1, filters: { q: 'brena' } })
      expect(body).toEqual({ ok: true, items: [{ id: at.depots.b, label: 'Depósito Breña' }], total: 1 })
      // Who sees neither the list nor a record that leads there finds nothing, whatever reference they name.
      const tries: readonly JsonObject[] = [
        {},
        { filters: { id: [at.depots.a] } },
        { for: 'parcels.id_depot' },
        { for: 'depots.id' },
      ]
      for (const query of tries)
        expect(await at.call('none', 'GET', 'depots', { lookup: 1, ...query })).toMatchObject({ status: 403 })
      expect(await at.call(null, 'GET', 'depots', { lookup: 1 })).toMatchObject({ status: 401 })
    })

    test('what refers to a removed record names it, and says that it was removed; a search does not find it', async () => {
      const { id } = await at.make('root', 'depots', { name: 'Depósito Callao' })
      expect((await at.call('root', 'POST', 'depots/remove', { id: id ?? null })).status).toBe(200)
      const looked = async (role: 'reader' | 'companyA', query: JsonObject) =>
        (await at.call(role, 'GET', 'depots', { lookup: 1, ...query })).body.items
      const asked = { filters: { id: [id ?? null] } }
      expect(await looked('reader', { ...asked, gone: 1 })).toEqual([{ id, label: 'Depósito Callao (eliminado)' }])
      expect(await looked('reader', asked)).toEqual([])
      expect(await looked('companyA', { ...asked, gone: 1 })).toEqual([])
    })

    test('a catalogue named as its entity answers references to all of it, another one to its own part', async () => {
      await at.make('root', 'bins', { name: 'Uno' })
      await at.make('root', 'low_bins', { name: 'Dos' })
      const labels = async (path: string) =>
        at.items(await at.call('root', 'GET', path, { lookup: 1 })).map(({ label }) => label)
      expect(await labels('bins')).toEqual(['Dos', 'Uno'])
      expect(await labels('low_bins')).toEqual(['Dos'])
      expect((await at.call('root', 'GET', 'bins')).body.total).toBe(1)
    })

    test('shows its SQL to root users alone, and only while debugging', async () => {
      expect((await at.call('root', 'GET', 'parcels')).body).not.toHaveProperty('sql')
      await at.database.db.insertInto('settings').values({ key: 'debug', value: '1' }).execute()
      at.runtime.changed('settings')
      expect((await at.call('root', 'GET', 'parcels')).body.sql).toMatch(/^select .* from "?parcels/s)
      expect((await at.call('operator', 'GET', 'parcels')).body).not.toHaveProperty('sql')
      await at.database.db.deleteFrom('settings').where('key', '=', 'debug').execute()
      at.runtime.changed('settings')
    })

    test('is refused without a session, without the right, and for what is not there', async () => {
      expect(await at.call(null, 'GET', 'parcels')).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
      expect(await at.call('none', 'GET', 'parcels')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
      expect(await at.call('root', 'GET', 'nothing')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
      expect(await at.call('root', 'POST', 'parcels')).toMatchObject({ status: 400 })
      expect(
        await at.request({ method: 'PUT', url: '/api/admin/parcels', token: await at.tokenFor('root') }),
      ).toMatchObject({ status: 405 })
      expect(await at.call('root', 'GET', 'parcels/create')).toMatchObject({ status: 405 })
      expect(await at.call('root', 'GET', 'parcels/1/2')).toMatchObject({ status: 404 })
    })
  })
})
