import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import type { Forecast, ForecastHour } from '../../custom/forecast/model/forecast-call'
import { pointAt } from './whole-app'
import { personApp } from './person-fixture'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** 00:00 of the day after `NOON` in Lima, a Sunday. */
const TOMORROW_MS = Date.parse('2026-11-22T05:00:00.000Z')

oneEngine((_engine, open) => {
  let at: ServicesApp
  let far: number
  const day = async (role: Parameters<ServicesApp['get']>[0] = 'operator', query: JsonObject = {}) => {
    const { status, body, text } = await at.get(role, 'forecast', query)
    expect(status, text).toBe(200)
    return body as unknown as Forecast
  }
  const hourOf = ({ hours }: Forecast, hour: number): ForecastHour => hours.find((one) => one.hour === hour)!
  const ride = (columns: JsonObject) =>
    at.put('services', {
      state: 'finalized',
      outcome: 'finalized',
      id_client: at.id['ana']!,
      id_product: at.id['taxi']!,
      id_branch: at.id['lima']!,
      org_point: pointAt(-12.1, -77.03),
      ...columns,
    })
  const moment = (weeks: number, hour: number): string =>
    new Date(TOMORROW_MS - weeks * 7 * DAY_MS + hour * HOUR_MS).toISOString()

  beforeAll(async () => {
    at = await servicesApp(open, () => NOON)
    far = await at.put('branches', { name: 'Tacna', timezone: 'America/Lima' })
    // Two Sundays of work: at eight six rides asked for on the spot, each of half an hour, and two drivers from seven
    // to ten.
    for (const week of [1, 2]) {
      for (const who of ['Uno', 'Dos']) {
        const { id, vehicle } = await at.driver(`${who} ${week}`)
        await at.put('driver_shifts', {
          id_driver: id,
          id_vehicle: vehicle,
          state: 'closed',
          date_start: moment(week, 7),
          date_end: moment(week, 10),
        })
      }
      for (let i = 0; i < 6; i++) {
        const date = moment(week, 8 + i / 10)
        await ride({
          date_created: date,
          date_accepted: date,
          date_finalized: new Date(Date.parse(date) + HOUR_MS / 2).toISOString(),
        })
      }
      await ride({ date_created: moment(week, 8.5), state: 'canceled', outcome: 'canceled' })
      await ride({ date_created: moment(week, 8.6), state: 'canceled', outcome: 'canceled', missed: true })
    }
    for (const [hour, id_branch] of [
      [9, at.id['lima']!],
      [9.5, at.id['lima']!],
      [9, far],
    ] as const) {
      await ride({
        state: 'scheduled',
        outcome: 'on_air',
        scheduled: true,
        date_scheduled: moment(0, hour),
        date_created: NOON.toISOString(),
        id_branch,
      })
    }
  })

  describe('the forecast of a day', () => {
    test('sets its bookings, and the rides of the last days like it, against the drivers who were on shift then', async () => {
      const found = await day()
      expect(found).toMatchObject({
        date: '2026-11-22',
        timezone: expect.any(String),
        days: ['2026-11-15', '2026-11-08'],
        ride_s: 1800,
      })
      // Seven asked for a driver (one was missed), of half an hour each, at three quarters of an hour's use: five
      // drivers, and there are two.
      expect(hourOf(found, 8)).toEqual({
        hour: 8,
        booked: 0,
        unassigned: 0,
        usual: 7,
        expected: 7,
        drivers: 2,
        needed: 5,
        lacking: 3,
      })
      expect(hourOf(found, 9)).toEqual({
        hour: 9,
        booked: 3,
        unassigned: 3,
        usual: 0,
        expected: 3,
        drivers: 2,
        needed: 2,
        lacking: 0,
      })
      expect(hourOf(found, 7)).toMatchObject({ expected: 0, drivers: 2, needed: 0, lacking: 0 })
      expect(hourOf(found, 10)).toMatchObject({ expected: 0, drivers: 0 })
    })

    test('is of another day or of one branch where it is asked for, and says what it cannot be of', async () => {
      expect(hourOf(await day('operator', { id_branch: far }), 9)).toMatchObject({ booked: 1, drivers: 0, usual: 0 })
      const monday = await day('operator', { date: '2026-11-23' })
      expect([monday.days, monday.hours.every(({ lacking }) => lacking === 0)]).toEqual([[], true])
      for (const [query, field] of [
        [{ date: '2026-13-40' }, 'date'],
        [{ date: '2036-11-22' }, 'date'],
        [{ id_branch: 999_999 }, 'id_branch'],
      ] as const) {
        const { status, body } = await at.get('operator', 'forecast', query)
        expect([status, Object.keys(body['errors'] as JsonObject)]).toEqual([422, [field]])
      }
    })

    test('is of their own branches for those who belong to some, and for staff alone', async () => {
      const tacna = await personApp(at, 'tacna', { type_user: '1', id_branch: far }, { name: 'Mesa', rights: 'all' })
      await at.put('user_branches', { id_user: tacna.id, id_branch: far })
      const { body } = await tacna.get('forecast', {})
      const own = body as unknown as Forecast
      expect([hourOf(own, 9).booked, hourOf(own, 8).usual, own.branches.map(({ name }) => name)]).toEqual([
        1,
        0,
        ['Tacna'],
      ])
      expect((await tacna.get('forecast', { id_branch: at.id['lima']! })).status).toBe(422)
      // Who is told to come are the drivers of that branch alone, also where none is named.
      const driver = await at.put('users', { type_user: '2', name: 'Rosa', id_branch: far })
      const tell = (id_branch: number | null) =>
        tacna.post('notifications/send', {
          to_kind: 'filter',
          to_type: '2',
          body: 'Falta gente',
          by_bell: 1,
          id_branch,
        })
      for (const branch of [far, null]) {
        const told = await tell(branch)
        expect(told.status, told.text).toBe(200)
        const { body: list } = await tacna.get('notifications', {})
        expect((list['items'] as JsonObject[])[0]).toMatchObject({ id: told.body['id'], num_users: 1, id_user: driver })
      }
      expect((await tell(at.id['lima']!)).status).not.toBe(200)
      for (const role of ['companyA', 'none'] as const) expect((await at.get(role, 'forecast', {})).status).toBe(403)
    })
  })
})
