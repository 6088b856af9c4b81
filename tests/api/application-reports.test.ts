import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import type { StatAnswer } from '../../src/model/stat-answer'
import { oneEngine } from '../engines'
import type { RoleName } from './fixture-users'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'
import { pointAt } from './whole-app'

type Made = { readonly [field: string]: string | number | boolean | null }
type Dash = {
  readonly [block: string]: StatAnswer & { readonly items?: readonly JsonObject[]; readonly total?: number }
}

const DAY_MS = 86_400_000
const STAFF_REPORTS = [
  'dashboard',
  'report_operators',
  'report_drivers',
  'report_clients',
  'report_companies',
  'report_monthly_services',
  'report_operation',
  'report_shift',
  'report_maps',
  'map_keys/usage',
]

oneEngine((_engine, open) => {
  let at: ServicesApp
  const made: Made[] = []

  beforeAll(async () => {
    at = await servicesApp(open, () => NOON)
    const { root, operator } = at.server.ids.users
    const { a, b } = at.server.ids.companies
    const drivers = [(await at.driver('Uno')).id, (await at.driver('Dos')).id]
    const clients = [
      [at.id.ana, null],
      [at.id.beto, a],
      [at.id.carla, b],
    ] as const
    for (let i = 0; i < 48; i++) {
      const outcome = i % 6 === 0 ? 'canceled' : i % 6 === 1 ? 'on_air' : 'finalized'
      const [id_client = 0, id_company = null] = clients[i % 3] ?? []
      const row = {
        state: outcome === 'on_air' ? 'unassigned' : outcome,
        outcome,
        id_client,
        id_company,
        id_product: at.id.taxi ?? 0,
        id_branch: at.id.lima ?? 0,
        id_operator: i % 4 === 0 ? root : operator,
        id_driver: outcome === 'finalized' ? (drivers[i % 2] ?? 0) : null,
        price_total: 10 + i,
        price_fee: i / 4,
        missed: outcome === 'on_air',
        cancel_by: outcome === 'canceled' ? (i % 12 === 0 ? 'client' : 'driver') : null,
        cancel_from: outcome === 'canceled' ? 'requested' : null,
        time_accept: outcome === 'finalized' ? 10 * i : null,
        date_created: new Date(NOON.getTime() - (i % 40) * DAY_MS - 7_200_000).toISOString(),
      }
      const id = await at.put('services', { ...row, org_point: pointAt(-12.1, -77.03) })
      made.push({ ...row, id })
      if (row.id_driver !== null) {
        const offer = {
          id_service: id,
          id_vehicle: await vehicleOf(row.id_driver),
          date_deadline: row.date_created,
          date_created: row.date_created,
        }
        await at.put('service_offers', { ...offer, id_driver: row.id_driver, state: 'accepted', time_answer: 6 })
        if (i % 5 === 0)
          await at.put('service_offers', {
            ...offer,
            id_driver: drivers[(i + 1) % 2] ?? 0,
            state: 'rejected',
            time_answer: 9,
          })
      }
    }
  })
  const vehicleOf = async (id_driver: number): Promise<number> =>
    Number(
      (
        await at.server.database.db
          .selectFrom('vehicles')
          .select('id')
          .where('id_user', '=', id_driver)
          .executeTakeFirstOrThrow()
      ).id,
    )

  const ask = async (role: RoleName, path: string, query: JsonObject = {}) => {
    const { status, body, text } = await at.get(role, path, query)
    expect(status, text).toBe(200)
    return body as unknown as { readonly dash: Dash; readonly items: JsonObject[]; readonly total: number }
  }
  const within = (days: number) =>
    made.filter(({ date_created }) => Date.parse(String(date_created)) > NOON.getTime() - days * DAY_MS)
  const sum = (rows: readonly Made[], f: string): number =>
    Number(rows.reduce((total, row) => total + Number(row[f] ?? 0), 0).toFixed(4))
  const done = (rows: readonly Made[]) => rows.filter(({ outcome }) => outcome === 'finalized')
  const by = (rows: readonly Made[], f: string) => {
    const groups = new Map<string, Made[]>()
    for (const row of rows)
      if (row[f] !== null) groups.set(String(row[f]), [...(groups.get(String(row[f])) ?? []), row])
    return groups
  }
  const partsOf = (answer: StatAnswer | undefined) =>
    Object.fromEntries((answer?.parts ?? []).filter(({ count }) => count > 0).map(({ key, count }) => [key, count]))
  const counts = (rows: readonly Made[], f: string) =>
    Object.fromEntries([...by(rows, f)].map(([key, group]) => [key, group.length]))

  describe('reports', () => {
    test('whoever hands over a shift has what was taken, given, cancelled and is still open, by operator and by channel', async () => {
      const rows = within(30)
      const { dash } = await ask('operator', 'report_shift', {
        date_from: new Date(NOON.getTime() - 29 * DAY_MS).toISOString().slice(0, 10),
        date_to: NOON.toISOString().slice(0, 10),
      })
      expect(dash.taken?.count ?? dash.taken?.value).toBe(rows.length)
      const told = (dash.operators?.items ?? []).map(({ taken, given, canceled, open: still, waiting, missed }) => [
        taken,
        given,
        canceled,
        still,
        waiting,
        missed,
      ])
      const count = (group: readonly Made[], f: string, value: string | boolean) =>
        group.filter((row) => row[f] === value).length
      expect(told.sort()).toEqual(
        [...by(rows, 'id_operator').values()]
          .map((group) => [
            group.length,
            group.filter(({ id_driver }) => id_driver !== null).length,
            count(group, 'outcome', 'canceled'),
            count(group, 'outcome', 'on_air'),
            count(group, 'state', 'unassigned'),
            count(group, 'missed', true),
          ])
          .sort(),
      )
      expect((dash.channels?.items ?? []).reduce((total, { taken }) => total + Number(taken), 0)).toBe(rows.length)
    })

    test.each(['root', 'operator', 'reader'] as const)(
      'the dashboard of %s has the figures of the last thirty days, as totals, parts and tops',
      async (role) => {
        const rows = within(30)
        const { dash } = await ask(role, 'dashboard')
        expect(dash.total_money?.value).toBe(sum(done(rows), 'price_total'))
        expect(partsOf(dash.services_per_state)).toEqual(counts(rows, 'outcome'))
        expect(dash.services_per_day?.parts).toHaveLength(30)
        expect(dash.services_per_day?.count).toBe(rows.length)
        for (const [block, field] of [
          ['top_drivers', 'id_driver'],
          ['top_clients', 'id_client'],
          ['top_operators', 'id_operator'],
          ['top_companies', 'id_company'],
        ] as const) {
          const expected = [...by(done(rows), field)]
            .map(([key, group]) => [key, sum(group, 'price_total')] as const)
            .sort((one, other) => other[1] - one[1])
          expect(
            dash[block]?.parts?.map(({ key, value }) => [key, value]),
            block,
          ).toEqual(expected)
        }
        const fees = await ask(role, 'dashboard', { earning: 1 })
        expect(fees.dash.total_money?.value).toBe(sum(done(rows), 'price_fee'))
        const [from, to] = ['2026-11-10', '2026-11-12']
        const narrow = await ask(role, 'dashboard', { date_from: from, date_to: to })
        expect(narrow.dash.services_per_state?.count).toBe(
          made.filter(
            ({ date_created }) => String(date_created).slice(0, 10) >= from && String(date_created).slice(0, 10) <= to,
          ).length,
        )
      },
    )

    test.each([
      ['report_operators', 'id_operator'],
      ['report_drivers', 'id_driver'],
      ['report_clients', 'id_client'],
      ['report_companies', 'id_company'],
    ] as const)('%s has a row for each, with its services and amount, the greatest first', async (path, field) => {
      const rows = done(within(30))
      const expected = [...by(rows, field)].map(([id, group]) => ({
        id: Number(id),
        services: group.length,
        amount: sum(group, 'price_total'),
      }))
      const { items, total } = await ask('reader', path, { order_col: 'amount', order_dir: 'desc' })
      expect(items.map(({ id, services, amount }) => ({ id, services, amount }))).toEqual(
        expected.sort((one, other) => other.amount - one.amount),
      )
      expect(total).toBe(expected.length)
      expect(items.every((item) => typeof item['name'] === 'string' && 'pic' in item)).toBe(true)
      const fees = await ask('operator', path, { earning: 1 })
      for (const item of fees.items)
        expect(item['amount']).toBe(sum(by(rows, field).get(String(item['id'])) ?? [], 'price_fee'))
    })

    test('the months of a year have what was finished, is on air and was cancelled, as counts and amounts', async () => {
      const { dash } = await ask('operator', 'report_monthly_services', { year: 2026 })
      const months = new Map<string, Made[]>()
      for (const row of made)
        months.set(`${String(row['date_created']).slice(0, 7)}-01`, [
          ...(months.get(`${String(row['date_created']).slice(0, 7)}-01`) ?? []),
          row,
        ])
      expect(dash.months?.items).toHaveLength(months.size)
      for (const item of dash.months?.items ?? []) {
        const rows = months.get(String(item['id'])) ?? []
        for (const outcome of ['finalized', 'on_air', 'canceled']) {
          const some = rows.filter((row) => row['outcome'] === outcome)
          expect([item[outcome], item[`${outcome}_amount`]], String(item['id'])).toEqual([
            some.length,
            sum(some, outcome === 'canceled' ? 'price_cancel' : 'price_total'),
          ])
        }
      }
      expect((await ask('operator', 'report_monthly_services', { year: 2016 })).items).toEqual([])
      expect((await at.get('operator', 'report_monthly_services', { year: 2015 })).status).toBe(400)
    })

    test('the operation has who accepts, who cancels, and where drivers were missing', async () => {
      const rows = within(30)
      const { dash } = await ask('operator', 'report_operation')
      expect(dash.missed?.value).toBe(rows.filter(({ missed }) => missed).length)
      expect(partsOf(dash.cancel_by)).toEqual(
        counts(
          rows.filter(({ outcome }) => outcome === 'canceled'),
          'cancel_by',
        ),
      )
      const answers = dash.drivers_acceptance?.items ?? []
      for (const item of answers) {
        const accepted = done(rows).filter(({ id_driver }) => id_driver === item['id']).length
        expect(item['accepted']).toBe(Math.round((1000 * accepted) / Number(item['offers'])) / 10)
      }
      expect(answers).toHaveLength(2)
    })

    test("a company's administrator has their own company's figures alone", async () => {
      for (const [role, company] of [
        ['companyA', at.server.ids.companies.a],
        ['companyB', at.server.ids.companies.b],
      ] as const) {
        const rows = within(30).filter(({ id_company }) => id_company === company)
        const { dash } = await ask(role, 'corp_dashboard')
        expect([dash.services_per_state?.count, dash.total_money?.value]).toEqual([
          rows.length,
          sum(done(rows), 'price_total'),
        ])
        expect(partsOf(dash.top_clients)).toEqual(counts(done(rows), 'id_client'))
      }
      for (const role of ['root', 'operator', 'readerA', 'none'] as const)
        expect((await at.get(role, 'corp_dashboard')).status, role).toBe(403)
    })

    test.each(STAFF_REPORTS)("%s is for the house's staff alone", async (path) => {
      for (const role of ['companyA', 'readerA', 'none'] as const)
        expect((await at.get(role, path)).status, role).toBe(403)
      for (const role of ['root', 'operator', 'reader'] as const)
        expect((await at.get(role, path)).status, role).toBe(200)
    })
  })

  describe('the report of maps', () => {
    let keys: readonly number[] = []
    beforeAll(async () => {
      keys = [
        await at.put('map_keys', { provider: 'osrm', state: '0' }),
        await at.put('map_keys', { provider: 'nominatim', state: '0' }),
      ]
      const use = (place: number, more: JsonObject) =>
        at.put('map_key_uses', {
          id_map_key: keys[place],
          day: '2026-11-20',
          type: 'route',
          platform: 'web',
          type_user: '1',
          state: 'ok',
          uses: 10,
          cost: '0.05',
          ...more,
        })
      await use(0, {})
      await use(0, { state: 'error', uses: 2, cost: '0' })
      await use(0, { day: '2026-11-19', platform: 'android', type_user: '2', uses: 7, cost: '0.035' })
      await use(1, { type: 'geocode', type_user: '5', uses: 5, cost: '0' })
      await use(1, { day: '2026-09-01', uses: 100 })
      await at.put('map_key_errors', {
        id_map_key: keys[0],
        type: 'route',
        platform: 'web',
        type_user: '1',
        code: 'down',
        data: JSON.stringify({ status: 503 }),
        date_created: '2026-11-20T15:00:00Z',
      })
    })

    test('counts questions by day, type, platform and type of person, and filters by each', async () => {
      const { dash } = await ask('operator', 'report_maps')
      expect(dash.queries?.value).toBe(24)
      expect(dash.errors_total?.value).toBe(2)
      const values = (answer: StatAnswer | undefined) =>
        Object.fromEntries((answer?.parts ?? []).map(({ key, value }) => [key, value]))
      expect(values(dash.types)).toEqual({ route: 19, geocode: 5 })
      expect(values(dash.platforms)).toEqual({ web: 17, android: 7 })
      expect(values(dash.type_users)).toEqual({ 1: 12, 2: 7, 5: 5 })
      for (const [query, expected] of [
        [{ type: 'geocode' }, 5],
        [{ state: 'error' }, 2],
        [{ platform: 'android' }, 7],
        [{ type_user: '5' }, 5],
        [{ filters: JSON.stringify({ id_map_key: keys[1] }) }, 5],
      ] as const) {
        expect((await ask('reader', 'report_maps', query)).dash.queries?.value, JSON.stringify(query)).toBe(expected)
      }
    })

    test('tells what a key costs, and its errors with what the service said', async () => {
      const { dash } = await ask('operator', 'map_keys/usage', { filters: JSON.stringify({ id_map_key: keys[0] }) })
      expect([dash.consumption?.value, dash.queries?.value]).toEqual([0.085, 19])
      expect(dash.errors?.items).toEqual([
        expect.objectContaining({ code: 'down', type: 'route', data: { status: 503 } }),
      ])
      expect(
        (await ask('operator', 'map_keys/usage', { filters: JSON.stringify({ id_map_key: keys[1] }) })).dash.errors
          ?.items,
      ).toEqual([])
    })

    test('is filtered by lists of what there is', async () => {
      const items = async (path: string) =>
        (await at.get('reader', `report_maps/${path}`)).body['items'] as { id: string | number; name: string }[]
      expect((await items('types')).map(({ id }) => id)).toEqual([
        'autocomplete',
        'place',
        'geocode',
        'route',
        'matrix',
      ])
      expect(await items('states')).toEqual([
        { id: 'ok', name: 'Respondida' },
        { id: 'error', name: 'Con error' },
      ])
      expect((await items('type_users')).map(({ name }) => name)).toContain('Conductor')
      expect((await items('platforms')).map(({ id }) => id)).toEqual(['web', 'android', 'ios', 'widget', 'api'])
      expect(await items('map_keys')).toEqual([
        { id: keys[0], name: `OSRM ${keys[0]}` },
        { id: keys[1], name: `Nominatim ${keys[1]}` },
      ])
      for (const path of ['types', 'map_keys']) expect((await at.get('none', `report_maps/${path}`)).status).toBe(403)
    })
  })

  describe('the summary', () => {
    const periods = async (role: RoleName, query: JsonObject = {}) => {
      const { dash } = (await at.get(role, 'summary', query)).body as {
        dash: {
          periods: {
            id: string
            date_from: string | null
            date_to: string | null
            total: Figures
            finalized: Figures
            on_air: Figures
            canceled: Figures
          }[]
        } & JsonObject
      }
      return dash
    }
    type Figures = { readonly count: number; readonly amount: number }
    /** What a cancelled ride would have cost is owed by nobody. */
    const figures = (rows: readonly Made[], price: string) => ({
      count: rows.length,
      amount: sum(
        rows.filter(({ outcome }) => outcome !== 'canceled'),
        price,
      ),
    })

    test.each([
      [{}, 'price_total'],
      [{ earning: 1 }, 'price_fee'],
      [{ id_client: 'ana' }, 'price_total'],
      [{ id_driver: 'first' }, 'price_fee'],
    ] as const)('of %j counts each time by how services ended', async (asked, price) => {
      const whose = {
        ...('id_client' in asked && { id_client: at.id.ana ?? 0 }),
        ...('id_driver' in asked && {
          id_driver: Number(made.find(({ id_driver }) => id_driver !== null)?.['id_driver']),
        }),
      }
      const earning: JsonObject = price === 'price_fee' ? { earning: 1 } : {}
      const mine = made.filter((row) => Object.entries(whose).every(([field, id]) => row[field] === id))
      const { periods: found } = await periods('operator', { ...whose, ...earning })
      expect(found.map(({ id }) => id)).toEqual(['today', 'yesterday', 'week', 'month', 'last_month', 'year', 'all'])
      for (const { date_from, date_to, total, ...each } of found) {
        const rows = mine.filter(({ date_created }) => {
          const day = String(date_created).slice(0, 10)
          return (date_from === null || day >= date_from) && (date_to === null || day <= date_to)
        })
        expect(total).toEqual(figures(rows, price))
        for (const outcome of ['finalized', 'on_air', 'canceled'] as const)
          expect(each[outcome]).toEqual(
            figures(
              rows.filter((row) => row['outcome'] === outcome),
              price,
            ),
          )
      }
      // Saturday, 21 November 2026: the week began on Monday.
      expect(found.slice(2, 5).map(({ date_from, date_to }) => [date_from, date_to])).toEqual([
        ['2026-11-16', '2026-11-21'],
        ['2026-11-01', '2026-11-21'],
        ['2026-10-01', '2026-10-31'],
      ])
    })

    test("is of one's own company for its people, without fees, and of nobody whom one does not see", async () => {
      const own = made.filter(({ id_company }) => id_company === at.server.ids.companies.a)
      expect((await periods('companyA')).periods.at(-1)?.total).toEqual(figures(own, 'price_total'))
      expect((await at.get('companyA', 'summary', { earning: 1 })).status).toBe(403)
      expect((await at.get('companyA', 'summary', { id_client: at.id.carla ?? 0 })).status).toBe(404)
      expect((await at.get('operator', 'summary', { id_client: 999_999 })).status).toBe(404)
      expect((await at.get('operator', 'summary', { id_client: 'x' })).status).toBe(422)
      expect((await at.get('none', 'summary')).status).toBe(403)
    })
  })
})
