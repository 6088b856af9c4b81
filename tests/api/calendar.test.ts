import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { daysOf, eachDay } from '../../src/model/calendar-days'
import { addDays } from '../../src/model/values/zone-time'
import { eachEngine } from '../engines'
import { randomSource, runSeed } from '../random-source'
import { testApp, type Answer, type TestApp } from './fixture-app'
import type { RoleName } from './fixture-users'

const ZONE = 'America/Santiago'
const bookings = (large: boolean): object => ({
  title: 'Reserva',
  required: ['name'],
  'x-represent': '{name}',
  'x-scope': { company: 'id_company' },
  ...(large && { 'x-size': 'large' }),
  properties: {
    name: { type: 'string', maxLength: 40, 'x-search': true },
    id_company: { 'x-type': 'ref', 'x-to': 'companies' },
    starts: { type: 'string', format: 'date-time' },
    ends: { type: 'string', format: 'date-time' },
    day: { type: 'string', format: 'date' },
    until: { type: 'string', format: 'date' },
    secret_day: { type: 'string', format: 'date', 'x-see': { 'user.root': { eq: true } } },
  },
})
const SCHEMAS = { bookings: bookings(false), visits: bookings(true) }
const RESOURCES = {
  bookings: { list: { layouts: ['table', { as: 'calendar', from: 'starts', to: 'ends' }] } },
  by_day: { entity: 'bookings', title: 'Por día', list: { layouts: [{ as: 'calendar', from: 'day', to: 'until' }] } },
  secret_days: { entity: 'bookings', title: 'De root', list: { layouts: [{ as: 'calendar', from: 'secret_day' }] } },
  visits: { list: { layouts: [{ as: 'calendar', from: 'starts', to: 'ends' }] } },
  visit_days: { entity: 'visits', title: 'Días', list: { layouts: [{ as: 'calendar', from: 'day' }] } },
}

eachEngine((_engine, open) => {
  describe('the calendar of a catalogue', () => {
    let at: TestApp
    const read = (endpoint: string, query: JsonObject, role: RoleName = 'root'): Promise<Answer> =>
      at.call(role, 'GET', `${endpoint}/calendar`, query)
    const items = ({ body }: Answer) => body.items as unknown as JsonObject[]
    const make = async (input: JsonObject, endpoint = 'bookings') =>
      expect(
        (await at.call('root', 'POST', `${endpoint}/create`, { name: 'x', id_company: at.ids.companies.a, ...input }))
          .status,
      ).toBe(200)
    beforeAll(async () => {
      at = await testApp({
        open,
        schemas: SCHEMAS,
        resources: RESOURCES,
        features: [{ name: 'zone', needs: {}, settings: { timezone: ZONE } }],
      })
    })

    test('counts each day by the clock of the house, also where midnight is skipped or shown twice', async () => {
      // Clocks of Santiago: at the midnight of 2026-09-06 they go on to 01:00, at that of 2026-04-05 back to 23:00.
      await make({ name: 'Antes', starts: '2026-09-06T03:59:00.000Z' })
      await make({ name: 'Después', starts: '2026-09-06T04:00:00.000Z' })
      await make({ name: 'Doble', starts: '2026-04-05T03:30:00.000Z' })
      await make({ name: 'Abril', starts: '2026-04-05T04:00:00.000Z' })
      const spring = await read('bookings', { from: '2026-09-05', to: '2026-09-07' })
      expect(spring.body).toMatchObject({ ok: true, zone: ZONE, days: { '2026-09-05': 1, '2026-09-06': 1 }, total: 2 })
      expect(items(spring).map(({ name }) => name)).toEqual(['Antes', 'Después'])
      expect((await read('bookings', { from: '2026-04-04', to: '2026-04-05' })).body.days).toEqual({
        '2026-04-04': 1,
        '2026-04-05': 1,
      })
    })

    test('a bar stands on each of its days; one that ends at midnight not on the next, one without an end on its first', async () => {
      await make({ name: 'Noche', starts: '2026-11-02T23:00:00.000Z', ends: '2026-11-03T03:00:00.000Z' })
      await make({ name: 'Larga', starts: '2026-10-20T12:00:00.000Z', ends: '2026-11-04T12:00:00.000Z' })
      await make({ name: 'Al revés', starts: '2026-11-03T12:00:00.000Z', ends: '2026-11-01T12:00:00.000Z' })
      const answer = await read('bookings', { from: '2026-11-01', to: '2026-11-05' })
      expect(answer.body).toMatchObject({
        days: { '2026-11-01': 1, '2026-11-02': 2, '2026-11-03': 2, '2026-11-04': 1 },
        total: 3,
      })
      expect(items(answer).map(({ name }) => name)).toEqual(['Larga', 'Noche', 'Al revés'])
    })

    test('what has no day is counted and said, and what is asked of the list is asked of it', async () => {
      await make({ name: 'Zorro sin día', starts: null })
      await make({ name: 'Zorro', day: '2027-01-10', until: '2027-01-12' })
      const { body } = await read('by_day', { from: '2027-01-01', to: '2027-01-31', q: 'zorro' })
      expect(body).toMatchObject({
        zone: null,
        days: { '2027-01-10': 1, '2027-01-11': 1, '2027-01-12': 1 },
        total: 1,
        undated: 1,
        undated_is_exact: true,
      })
      expect(
        (await read('by_day', { from: '2027-01-01', to: '2027-01-31', filters: { name: 'nobody' } })).body,
      ).toMatchObject({ days: {}, total: 0, items: [] })
      expect((await read('by_day', { from: '2027-01-01', to: '2027-01-31', nonsense: 1 })).status).toBe(400)
    })

    test('gives the first of each day, and counts the others', async () => {
      for (let n = 0; n < 7; n++) await make({ name: `N${n}`, day: '2027-03-05' })
      const answer = await read('by_day', { from: '2027-03-01', to: '2027-03-31', per_day: 3 })
      expect(answer.body.days).toEqual({ '2027-03-05': 7 })
      expect(items(answer).map(({ name }) => name)).toEqual(['N0', 'N1', 'N2'])
    })

    test('is for who sees the list, of what they see, by days that they see', async () => {
      await make({ name: 'De A', day: '2027-05-05', id_company: at.ids.companies.a })
      await make({ name: 'De B', day: '2027-05-05', id_company: at.ids.companies.b })
      const of = async (role: RoleName) => await read('by_day', { from: '2027-05-01', to: '2027-05-31' }, role)
      expect((await of('root')).body.days).toEqual({ '2027-05-05': 2 })
      expect((await of('companyA')).body).toMatchObject({ days: { '2027-05-05': 1 }, items: [{ name: 'De A' }] })
      expect((await of('none')).status).toBe(403)
      const secret = { from: '2027-05-01', to: '2027-05-31' }
      expect([
        (await read('secret_days', secret)).status,
        (await read('secret_days', secret, 'operator')).status,
      ]).toEqual([200, 404])
      expect((await read('companies', secret)).status).toBe(404)
    })

    test.each([
      [{}, 400],
      [{ from: '2026-02-30', to: '2026-03-01' }, 400],
      [{ from: '2026-03-02', to: '2026-03-01' }, 400],
      [{ from: '2026-03-01', to: '2026-05-02' }, 400],
      [{ from: '2026-03-01', to: '2026-03-31', per_day: 65 }, 400],
      [{ from: '2026-03-01', to: '2026-03-31', per_day: 'x' }, 400],
      [{ from: ['2026-03-01'], to: 5 }, 400],
      [{ from: '2026-03-01', to: '2026-05-01', per_day: 32 }, 200],
    ])('%j is answered with %i', async (query, status) => {
      expect((await read('bookings', query)).status).toBe(status)
    })

    test.each(['bookings', 'by_day', 'visits', 'visit_days'])(
      '%s counts as the list does, whatever there is',
      async (endpoint) => {
        const random = randomSource(runSeed() + endpoint.length)
        const day = (): string => addDays('2026-08-25', Math.floor(random() * 24))
        const moment = (): string =>
          new Date(Date.parse(`${day()}T00:00:00Z`) + Math.floor(random() * 96) * 900_000).toISOString()
        const maybe = (value: string): string | null => (random() < 0.3 ? null : value)
        for (let n = 0; n < 40; n++)
          await make(
            { name: `R${n}`, starts: maybe(moment()), ends: maybe(moment()), day: maybe(day()), until: maybe(day()) },
            endpoint.startsWith('visit') ? 'visits' : 'bookings',
          )
        const answer = await read(endpoint, { from: '2026-09-01', to: '2026-09-12', per_day: 100 })
        const [layout] = (at.runtime.model().resources[endpoint]?.list.layouts ?? []).flatMap((one) =>
          one.kind === 'calendar' ? [one] : [],
        )
        const all = items(await at.call('root', 'GET', endpoint, { limit: 1000, order_col: 'id' }))
        const spans = all.flatMap((record) => {
          const span =
            layout && daysOf(record, layout, endpoint.endsWith('day') || endpoint.endsWith('days') ? null : ZONE)
          return span ? [{ span, id: record.id ?? 0 }] : []
        })
        const standing = spans.filter(({ span }) => span.from <= '2026-09-12' && span.to >= '2026-09-01')
        const days = eachDay({ from: '2026-09-01', to: '2026-09-12' }).map(
          (one) => [one, standing.filter(({ span }) => span.from <= one && span.to >= one).length] as const,
        )
        expect(answer.body.days).toEqual(Object.fromEntries(days.filter(([, n]) => n > 0)))
        expect(answer.body).toMatchObject({ total: standing.length, undated: all.length - spans.length })
        expect(new Set(items(answer).map(({ id }) => id))).toEqual(new Set(standing.map(({ id }) => id)))
      },
    )
  })
})
