import { beforeAll, describe, expect, test } from 'vitest'
import type { Tracking } from '../../custom/tracking/model/tracking-calls'
import type { JsonObject } from '../../src/model/json'
import type { Database } from '../../src/server/platform/database/database'
import { oneEngine } from '../engines'
import { driverApp, type DriverApp, type Phone } from './driver-fixture'
import { FROM, pointAt } from './whole-app'
import { NOON } from './services-fixture'
import { tellsWhatWasDone } from './told-activity'

const HOUR_MS = 3_600_000

oneEngine((_engine, open) => {
  let at: DriverApp
  let database: Database
  let phone: Phone
  let now = NOON
  const set = (table: string, id: number, row: { [column: string]: unknown }) =>
    database.transaction((tx) => tx.updateTable(table).set(row).where('id', '=', id).execute())
  const share = async (id: number) => {
    const { status, body, text } = await at.server.call('operator', 'POST', 'dispatcher/urlShare', { id })
    expect(status, text).toBe(200)
    return String(body['url']).split('/').at(-1)!
  }
  const look = (tk: string, headers: { [name: string]: string } = {}) =>
    at.server.request({ method: 'GET', url: `/api/admin/tracking?tk=${encodeURIComponent(tk)}`, headers })
  const follow = (tk: string, since = '') =>
    at.server.request({
      method: 'GET',
      url: `/api/admin/tracking/location/${encodeURIComponent(tk)}?since=${encodeURIComponent(since)}`,
    })
  const ride = async () => {
    const { id } = await at.make({
      invited: 1,
      invited_name: 'Invitada Secreta',
      invited_phone: '955555555',
      notes: 'Nota privada',
    })
    return id
  }
  const give = (id: number, state: string) =>
    set('services', id, { state, id_driver: phone.id, id_vehicle: phone.vehicle })

  beforeAll(async () => {
    at = await driverApp(open, () => now)
    database = at.server.database
    phone = await at.atWork('Rosa')
    await at.put('vehicle_positions', {
      id_vehicle: phone.vehicle,
      point: pointAt(FROM.lat, FROM.lng),
      course: 90,
      availability: 'busy',
      date_fix: NOON.toISOString(),
    })
  })

  describe('the link to a ride', () => {
    test('opens the ride for anybody, without a session, and says no more of its people than the driver', async () => {
      const id = await ride()
      await give(id, 'onway')
      const answer = await look(await share(id))
      expect(answer.status, answer.text).toBe(200)
      expect(answer.headers['cache-control']).toBe('no-store')
      const tracked = answer.body as unknown as Tracking
      expect(tracked).toMatchObject({
        state: { id: 'onway', over: false },
        driver: { name: 'Rosa', surname: 'C.', phone: '999123456', pic: null },
        vehicle: { lat: FROM.lat, lng: FROM.lng, course: 90, icon: 'car', brand: 'Toyota', model: 'Yaris' },
        stops: [{ address: 'Av. Larco 345, Miraflores' }, { address: 'Calle Las Begonias 441, San Isidro' }],
      })
      expect(tracked.points.length).toBeGreaterThan(1)
      expect(Object.keys(tracked).toSorted()).toEqual([
        'brand',
        'date_eta',
        'date_expires',
        'driver',
        'interval',
        'language',
        'ok',
        'points',
        'rating',
        'state',
        'stops',
        'tiles',
        'timezone',
        'vehicle',
        'words',
      ])
      for (const word of [
        'Ana',
        'Quispe',
        '987654321',
        'Invitada',
        '955555555',
        'Nota privada',
        'price',
        'Chofer',
        '40000000',
        'drivers.pe',
      ])
        expect(answer.text).not.toContain(word)
      await set('services', id, { state: 'canceled' })
    })

    test('shows a driver and their vehicle only while they are at work on this ride', async () => {
      const id = await ride()
      const tk = await share(id)
      const seen = async (state: string) => {
        await give(id, state)
        const { body } = await follow(tk)
        return [body['vehicle'] !== null, body['driver'] !== null]
      }
      expect(await seen('scheduled')).toEqual([false, false])
      for (const state of ['accepted', 'onway', 'waiting', 'started', 'arrived'])
        expect([state, await seen(state)]).toEqual([state, [true, true]])
      await set('services', id, { date_finalized: now.toISOString() })
      expect(await seen('finalized')).toEqual([false, false])
    })

    test('follows the vehicle, and says whether it has moved since the last look', async () => {
      const id = await ride()
      await give(id, 'started')
      const tk = await share(id)
      const first = (await follow(tk)).body['vehicle'] as JsonObject
      expect((await follow(tk, String(first['date_fix']))).body['vehicle']).toMatchObject({ moved: false })
      await database.transaction((tx) =>
        tx
          .updateTable('vehicle_positions')
          .set({ point: pointAt(FROM.lat + 0.001, FROM.lng), date_fix: new Date(NOON.getTime() + 5000).toISOString() })
          .where('id_vehicle', '=', phone.vehicle)
          .execute(),
      )
      expect((await follow(tk, String(first['date_fix']))).body['vehicle']).toMatchObject({
        moved: true,
        lat: FROM.lat + 0.001,
      })
      await set('services', id, { state: 'canceled' })
    })

    test('says when the vehicle comes, from where it is, and nothing while it is silent', async () => {
      const id = await ride()
      await give(id, 'onway')
      const tk = await share(id)
      await database.transaction((tx) =>
        tx
          .updateTable('vehicle_positions')
          .set({ point: pointAt(FROM.lat + 0.02, FROM.lng), date_fix: now.toISOString() })
          .where('id_vehicle', '=', phone.vehicle)
          .execute(),
      )
      const minutes = async () => (Date.parse(String((await follow(tk)).body['date_eta'])) - now.getTime()) / 60_000
      // Two kilometres of streets to the passenger, at the usual pace of a town.
      expect(await minutes()).toBeCloseTo(7.9, 0)
      await give(id, 'waiting')
      expect((await follow(tk)).body['date_eta']).toBeNull()
      await give(id, 'started')
      expect(await minutes()).toBeGreaterThan(5)
      await database.transaction((tx) =>
        tx
          .updateTable('vehicle_positions')
          .set({ date_fix: new Date(now.getTime() - HOUR_MS).toISOString() })
          .where('id_vehicle', '=', phone.vehicle)
          .execute(),
      )
      expect((await follow(tk)).body['date_eta']).toBeNull()
      await set('services', id, { state: 'canceled' })
    })

    test("gives the number of the exchange where the house has one, and the driver's nowhere", async () => {
      const id = await ride()
      await give(id, 'onway')
      const tk = await share(id)
      const setting = await at.put('settings', { key: 'masked_call_number', value: '"+5117005000"' })
      at.server.runtime.changed('settings')
      try {
        const [first, later] = [await look(tk), await follow(tk)]
        expect([first.body['driver'], later.body['driver']]).toMatchObject([
          { phone: `+5117005000,,${id}` },
          { phone: `+5117005000,,${id}` },
        ])
        expect(first.text + later.text).not.toContain('999123456')
      } finally {
        await database.transaction((tx) => tx.deleteFrom('settings').where('id', '=', setting).execute())
        at.server.runtime.changed('settings')
        await set('services', id, { state: 'canceled' })
      }
    })

    test("takes one rating after the end, which the client's own may change, and none before", async () => {
      const id = await ride()
      await give(id, 'started')
      const tk = await share(id)
      const rate = (stars: number) =>
        at.server.request({
          method: 'POST',
          url: '/api/admin/tracking/rate',
          payload: JSON.stringify({ tk, stars, comment: 'Muy amable' }),
        })
      expect([(await rate(5)).status, (await look(tk)).body['rating']]).toEqual([
        409,
        { may: false, stars: null, driver: null },
      ])
      await set('services', id, { state: 'finalized', date_finalized: now.toISOString() })
      expect((await look(tk)).body['rating']).toEqual({ may: true, stars: null, driver: 'Rosa' })
      expect((await rate(9)).body['errors']).toHaveProperty('stars')
      const answers = await Promise.all([rate(4), rate(4)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect((await look(tk)).body['rating']).toEqual({ may: false, stars: 4, driver: 'Rosa' })
      const rows = await database.db
        .selectFrom('service_ratings')
        .select(['stars', 'comment', 'by_link'])
        .where('id_service', '=', id)
        .execute()
      expect(rows).toEqual([{ stars: 4, comment: 'Muy amable', by_link: true }])
      // A key that opens nothing rates nothing, and guessing has an end.
      for (let n = 0; n < 12; n++)
        await at.server.request({
          method: 'POST',
          url: '/api/admin/tracking/rate',
          payload: JSON.stringify({ tk: 'AAAAAAAAAAAAAAAAAAAAAA', stars: 5 }),
        })
      expect((await rate(4)).status).toBe(429)
    })

    test('is a new one each time, of 128 random bits, and cannot be read out of the database', async () => {
      const id = await ride()
      const links = [await share(id), await share(id)]
      expect(new Set(links).size).toBe(2)
      for (const tk of links) expect(Buffer.from(tk, 'base64url')).toHaveLength(16)
      const rows = await database.db.selectFrom('service_links').selectAll().where('id_service', '=', id).execute()
      expect(rows).toHaveLength(2)
      for (const row of rows) {
        const stored = String(row['secret'])
        expect(links.some((tk) => JSON.stringify(row).includes(tk))).toBe(false)
        expect((await look(stored)).status).toBe(404)
      }
      for (const tk of links) expect((await look(tk)).status).toBe(200)
      await set('services', id, { state: 'canceled' })
    })

    test('unknown, malformed, expired, closed and long past are answered alike, with a sentence that helps', async () => {
      const [unknown, ended, old, gone] = ['AAAAAAAAAAAAAAAAAAAAAA', await ride(), await ride(), await ride()]
      const [finished, expired, revoked] = [await share(ended), await share(old), await share(gone)]
      expect(await Promise.all([finished, expired, revoked].map(async (tk) => (await look(tk)).status))).toEqual([
        200, 200, 200,
      ])
      await set('services', ended, {
        state: 'finalized',
        date_finalized: new Date(now.getTime() - 24 * HOUR_MS - 1000).toISOString(),
      })
      await database.transaction((tx) =>
        tx
          .updateTable('service_links')
          .set({ date_expires: now.toISOString() })
          .where('id_service', '=', old)
          .execute(),
      )
      const closed = await at.server.call('operator', 'POST', 'dispatcher/revokeShare', { id: gone })
      expect(closed.body).toMatchObject({ ok: true, revoked: 1 })
      const answers = await Promise.all(
        [unknown, '../etc', '%00', 'x'.repeat(90), finished, expired, revoked].flatMap((tk) => [look(tk), follow(tk)]),
      )
      for (const { status, body } of answers) {
        expect(status).toBe(404)
        expect(body).toEqual(answers[0]!.body)
      }
      expect(answers[0]!.body['msg']).toBe('Este enlace ya no sirve. Pida uno nuevo a quien se lo envió.')
      expect((await look(unknown, { 'accept-language': 'en' })).body['msg']).toBe(
        'This link no longer works. Ask whoever sent it for a new one.',
      )
    })

    test("opens until a day after the ride, and a week at the most, counted from a booking's own time", async () => {
      const [ended, open_, booked] = [await ride(), await ride(), await ride()]
      const when = new Date(NOON.getTime() + 30 * 24 * HOUR_MS)
      await set('services', booked, { state: 'scheduled', date_scheduled: when.toISOString() })
      const [a, b, c] = [await share(ended), await share(open_), await share(booked)]
      await set('services', ended, { state: 'finalized', date_finalized: NOON.toISOString() })
      const statuses = async (ms: number) => {
        now = new Date(NOON.getTime() + ms)
        return Promise.all([a, b, c].map(async (tk) => (await look(tk)).status))
      }
      try {
        expect(await statuses(23 * HOUR_MS)).toEqual([200, 200, 200])
        expect(await statuses(25 * HOUR_MS)).toEqual([404, 200, 200])
        expect(await statuses(7 * 24 * HOUR_MS + 1000)).toEqual([404, 404, 200])
        expect(await statuses(37 * 24 * HOUR_MS + 1000)).toEqual([404, 404, 404])
      } finally {
        now = NOON
      }
    })
  })

  describe('who may share', () => {
    test('whoever edits in the dispatcher, for rides within their scope; sharing and revoking are both in the log', async () => {
      const id = await ride()
      for (const role of ['reader', null] as const) {
        expect([role, (await at.server.call(role, 'POST', 'dispatcher/urlShare', { id })).status]).toEqual([
          role,
          role === null ? 401 : 403,
        ])
      }
      expect((await at.server.call('operator', 'POST', 'dispatcher/urlShare', { id: 999999 })).status).toBe(404)
      // Old clients ask by GET.
      const answer = await at.get('operator', 'dispatcher/urlShare', { id })
      expect(answer.body['url']).toMatch(/^http:\/\/localhost(:\d+)?\/tracking\/[\w-]{22}$/)
      await at.server.call('operator', 'POST', 'dispatcher/revokeShare', { id })
      const lines = await database.db
        .selectFrom('logs')
        .select(['type_log'])
        .where('target', '=', 'services')
        .where('id_target', '=', id)
        .orderBy('id')
        .execute()
      expect(lines.map(({ type_log }) => type_log).filter((type) => String(type).includes('share'))).toEqual([
        'share',
        'revoke_share',
      ])
    })

    test('no link of a ride is open beyond twenty: the oldest closes', async () => {
      const id = await ride()
      const links: string[] = []
      for (let i = 0; i < 21; i += 1) links.push(await share(id))
      expect((await look(links[0]!)).status).toBe(404)
      expect((await look(links[1]!)).status).toBe(200)
    })
  })

  test('a link that is looked at too often is refused for a while, and told for how long', async () => {
    const tk = await share(await ride())
    now = new Date(NOON.getTime() + 10 * 60_000)
    try {
      const answers = await Promise.all(Array.from({ length: 245 }, () => follow(tk)))
      const refused = answers.filter(({ status }) => status === 429)
      expect(refused.length).toBe(5)
      expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0)
      now = new Date(now.getTime() + 61_000)
      expect((await follow(tk)).status).toBe(200)
    } finally {
      now = NOON
    }
  })

  tellsWhatWasDone(() => at.server, 'services')
})
