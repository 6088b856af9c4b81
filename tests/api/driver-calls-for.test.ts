import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { driverApp, type DriverApp, type Phone } from './driver-fixture'
import { NOON } from './services-fixture'

oneEngine((_engine, open) => {
  let at: DriverApp
  let ana: Phone
  let beto: Phone
  let now = NOON

  beforeAll(async () => {
    at = await driverApp(open, () => now)
    ana = await at.atWork('Anita')
    beto = await at.atWork('Beto')
  })
  beforeEach(() => {
    now = NOON
  })

  const operator = (path: string, input: JsonObject = {}, role: Parameters<DriverApp['call']>[0] = 'operator') =>
    at.call(role, path, input)
  const thread = async (driver: Phone) =>
    (await at.get('operator', 'driver_messages/thread', { id_driver: driver.id })).body

  describe('a call for help', () => {
    test('is one alert until somebody attends to it, wherever the driver calls from next', async () => {
      const first = await ana.post('panic', { lat: -12.1, lng: -77 })
      now = new Date(NOON.getTime() + 30_000)
      const second = await ana.post('panic', { lat: -12.2, lng: -77.1 })
      expect(second.body, second.text).toEqual(first.body)
      expect(await ana.state()).toMatchObject({ panic: true })
      const { body } = await at.get('operator', 'panics', { state: 'open' })
      expect(body['items']).toMatchObject([
        {
          id: first.body['id'],
          id_driver: ana.id,
          dr_name: 'Anita',
          dr_phone: '999123456',
          id_vehicle: ana.vehicle,
          lat: -12.2,
          lng: -77.1,
        },
      ])
      expect((await at.get('operator', 'dispatcher/alerts')).body['panics']).toMatchObject([
        { id: first.body['id'], dr_name: 'Anita' },
      ])
    })

    test('is attended once, by whoever was first, and then may be made anew', async () => {
      const {
        body: { id },
      } = await ana.post('panic', { lat: -12.1, lng: -77 })
      const attended = await operator('panics/attend', { id: id!, notes: 'Llamé a la policía' })
      expect([attended.body['attended'], attended.body['msg']], attended.text).toEqual([1, 'Alerta atendida.'])
      const again = await operator('panics/attend', { id: id!, notes: 'Yo también' }, 'root')
      expect([again.body['attended'], again.body['msg']]).toEqual([0, 'Ya la atiende operator Prueba.'])
      const { body } = await at.get('operator', 'panics', { id: id! })
      expect(body['items']).toMatchObject([
        { state: 'attended', at_name: 'operator', notes: 'Llamé a la policía', date_attended: NOON.toISOString() },
      ])
      const { rows } = await sql<{
        type_log: string
      }>`select type_log from logs where target = 'panics' and id_target = ${Number(id)} order by id`.execute(
        at.server.database.db,
      )
      expect(rows.map(({ type_log }) => type_log)).toEqual(['panic', 'attend'])
      expect(await ana.state()).toMatchObject({ panic: false })
      expect((await ana.post('panic')).body['id']).not.toBe(id)
    })

    test('made many times at once is one', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => beto.post('panic', { lat: 1, lng: 2 })))
      expect(new Set(answers.map(({ body, text }) => Number(body['id']) || text)).size).toBe(1)
    })

    test('is nothing for companies, nor for those who only look', async () => {
      const {
        body: { id },
      } = await beto.post('panic')
      expect((await operator('panics/attend', { id: id! }, 'reader')).status).toBe(403)
      expect((await operator('panics/attend', { id: id! }, 'companyA')).status).toBe(404)
      expect((await at.get('companyA', 'panics')).body['items']).toEqual([])
      expect((await operator('panics/attend', { ids: [Number(id), 999_999] })).status).toBe(404)
      expect((await beto.post('panic', { lat: 5 })).body).toMatchObject({
        code: 'VALIDATION',
        errors: { lng: expect.any(String) as string },
      })
      expect((await beto.post('panic', { lat: 500, lng: 1 })).status).toBe(422)
    })
  })

  describe('messages', () => {
    test('go from the driver to the operators and back, and each side knows what it has not read', async () => {
      expect((await ana.post('messages', { body: '  Llego en 5 minutos \u0000😀 ' })).body).toMatchObject({
        item: { from_driver: 1, body: 'Llego en 5 minutos 😀', date_read: null },
      })
      const inbox = (await at.get('operator', 'driver_messages/inbox')).body
      expect(inbox).toMatchObject({
        unread: 1,
        items: [{ driver: { id: ana.id }, last: { body: 'Llego en 5 minutos 😀' }, unread: 1 }],
      })
      const sent = await operator('driver_messages/send', { id_driver: ana.id, body: 'Gracias', urgent: 1 })
      expect(sent.body, sent.text).toMatchObject({
        items: [{ from_driver: 0, body: 'Gracias', urgent: 1, us_name: 'operator' }],
        msg: 'Mensaje enviado.',
      })
      expect(await ana.state()).toMatchObject({ unread: 1 })
      const { items } = (await ana.get('messages')).body as { items: { id: number }[] }
      expect(items).toMatchObject([{ from_driver: 1 }, { body: 'Gracias' }])
      expect((await ana.get(`messages?since=${items[0]!.id}`)).body).toMatchObject({
        items: [{ body: 'Gracias' }],
        unread: 1,
      })
      expect((await ana.post('messages/read', { ids: items.map(({ id }) => id) })).body).toMatchObject({ unread: 0 })
      expect((await operator('driver_messages/read', { id_driver: ana.id })).body).toMatchObject({ unread: 0 })
      expect(await thread(ana)).toMatchObject({
        driver: { name: 'Anita' },
        unread: 0,
        items: [{ date_read: NOON.toISOString() }, { date_read: NOON.toISOString() }],
      })
    })

    test("sent again with their key are the same message; the key is no other's", async () => {
      const one = { body: 'Una vez', idempotency: 'clave-0001' }
      const [first, second] = await Promise.all([beto.post('messages', one), beto.post('messages', one)])
      expect(second.body, second.text).toEqual(first.body)
      expect((await beto.post('messages', { ...one, body: 'Otra cosa' })).status).toBe(409)
      expect((await ana.post('messages', one)).status).toBe(200)
      for (let i = 0; i < 2; i++)
        await operator('driver_messages/send', { ids: [ana.id, beto.id], body: 'A todos', idempotency: 'clave-0001' })
      const bodies = ((await thread(beto))['items'] as { body: string }[]).map(({ body }) => body)
      expect(bodies).toEqual(['Una vez', 'A todos'])
    })

    test('are written by whoever may, to drivers alone, and say something', async () => {
      for (const role of ['reader', 'companyA', 'none'] as const) {
        expect([role, (await operator('driver_messages/send', { id_driver: ana.id, body: 'x' }, role)).status]).toEqual(
          [role, 403],
        )
      }
      expect((await at.get('companyA', 'driver_messages/inbox')).status).toBe(403)
      expect((await operator('driver_messages/send', { id_driver: at.id.ana!, body: 'x' })).status).toBe(404)
      expect((await operator('driver_messages/send', { ids: [ana.id, 999_999], body: 'a ninguno' })).status).toBe(404)
      expect(JSON.stringify(await thread(ana))).not.toContain('a ninguno')
      expect((await operator('driver_messages/send', { body: 'x' })).body).toMatchObject({
        errors: { id_driver: expect.any(String) as string },
      })
      for (const body of ['', '   ', '\u0000\u0007']) expect((await ana.post('messages', { body })).status).toBe(422)
      expect((await ana.post('messages', { body: 'x'.repeat(1001) })).status).toBe(422)
      expect((await ana.post('messages', { body: 'x', id_service: 999_999 })).status).toBe(404)
    })

    test('are about a ride of whoever gets them, or about none', async () => {
      const { id } = await at.make()
      const about = () =>
        operator('driver_messages/send', { id_driver: ana.id, body: 'Por este servicio', id_service: id })
      expect((await about()).body).toMatchObject({
        code: 'VALIDATION',
        errors: { id_service: expect.any(String) as string },
      })
      expect((await operator('dispatcher/assignVehicle', { id_service: id, id_vehicle: ana.vehicle })).status).toBe(200)
      expect((await about()).body).toMatchObject({ items: [{ id_service: id }] })
      expect((await operator('dispatcher/cancelService', { id_service: id })).status).toBe(200)
    })

    test("of one driver are no other's to read", async () => {
      await operator('driver_messages/send', { id_driver: ana.id, body: 'Solo para Anita' })
      const { unread } = await ana.state()
      const { items } = (await ana.get('messages')).body as { items: { id: number }[] }
      expect((await beto.get('messages')).text).not.toContain('Solo para Anita')
      await beto.post('messages/read', { ids: items.map(({ id }) => id) })
      expect(items).not.toHaveLength(0)
      expect((await ana.state())['unread']).toBe(unread)
    })
  })

  describe('positions', () => {
    const send = (url: string, init: { method?: string; payload?: string; type?: string; token?: string } = {}) =>
      at.server.request({
        method: init.method ?? 'GET',
        url: `/api/driver/positions${url}`,
        token: init.token,
        payload: init.payload,
        headers: init.type === undefined ? {} : { 'content-type': init.type },
      })
    const last = async () =>
      (
        await sql<{ lat: number; lng: number; speed: number }>`
      select point[1] as lat, point[0] as lng, speed::float8 as speed from vehicle_positions
      where id_vehicle = ${ana.vehicle}`.execute(at.server.database.db)
      ).rows[0]
    /** Seconds after noon, as a device tells them. */
    const tick = (seconds: number): number => {
      now = new Date(NOON.getTime() + seconds * 1000)
      return Math.floor(now.getTime() / 1000)
    }

    test("come by a query, a form, Traccar's JSON and a batch, and the last of them is where the vehicle is", async () => {
      const place = (lat: number, seconds: number) =>
        `id=${ana.device_id}&lat=${lat}&lon=-77.03&timestamp=${tick(seconds)}&speed=10&altitude=3&charge=true`
      const kept = { ok: true, kept: 1, kept_out: 0 }
      expect((await send(`?${place(-12.1, 10)}`)).body).toEqual(kept)
      expect(await last()).toMatchObject({ lat: -12.1, lng: -77.03, speed: 18.52 })
      expect((await send(`?${place(-12.1001, 20)}`, { method: 'POST' })).body).toEqual(kept)
      expect(
        (await send('', { method: 'POST', payload: place(-12.1002, 30), type: 'application/x-www-form-urlencoded' }))
          .body,
      ).toEqual(kept)
      const location = {
        timestamp: new Date(tick(40) * 1000).toISOString(),
        coords: { latitude: -12.1003, longitude: -77.03, speed: 5 },
        battery: { level: 0.5 },
      }
      expect(
        (await send('', { method: 'POST', payload: JSON.stringify({ device_id: ana.device_id, location }) })).body,
      ).toEqual(kept)
      const positions = [
        { lat: -12.1004, lng: -77.03, timestamp: tick(50) },
        { lat: -12.1005, lng: -77.03, timestamp: tick(55) },
      ]
      expect(
        (await send('', { method: 'POST', payload: JSON.stringify({ positions }), token: ana.token })).body,
      ).toEqual({ ok: true, kept: 2, kept_out: 0 })
      expect(await last()).toMatchObject({ lat: -12.1005 })
    })

    test('of a device that nobody knows are refused as each protocol expects, and of none at all', async () => {
      expect((await send('?id=unknown&lat=1&lon=2')).status).toBe(400)
      expect((await send('?lat=1&lon=2')).status).toBe(400)
      expect((await send('')).status).toBe(400)
      const json = (body: object, token?: string) => send('', { method: 'POST', payload: JSON.stringify(body), token })
      expect((await json({ device_id: 'unknown', location: { coords: { latitude: 1, longitude: 2 } } })).status).toBe(
        404,
      )
      expect((await json({ positions: [] })).status).toBe(401)
      expect((await json({ positions: [] }, await at.server.tokenFor('operator'))).status).toBe(401)
      expect((await send(`?id=${ana.device_id}`)).body).toEqual({ ok: true, kept: 0, kept_out: 0 })
    })

    test('that make no sense are told where, and none of their batch is kept', async () => {
      const bad = await send('', {
        method: 'POST',
        payload: JSON.stringify({
          device_id: ana.device_id,
          positions: [
            { lat: 1, lng: 2 },
            { lat: 95, lng: 2 },
          ],
        }),
      })
      expect(bad.body).toMatchObject({ code: 'MALFORMED', errors: { 'positions.1.lat': expect.any(String) as string } })
      expect(bad.status).toBe(400)
      const many = Array.from({ length: 1001 }, () => ({ lat: 1, lng: 2 }))
      expect(
        (await send('', { method: 'POST', payload: JSON.stringify({ device_id: ana.device_id, positions: many }) }))
          .status,
      ).toBe(413)
    })
  })

  test('nothing that is sent is an error of the server', async () => {
    const texts = [
      "'; drop table users; --",
      '\u0000',
      '\ud800',
      '😀'.repeat(300),
      '<script>alert(1)</script>',
      '%',
      '-1',
      '1e99',
      'null',
      '../../etc',
    ]
    const values: readonly Json[] = [...texts, -1, 0, 2 ** 31, 2 ** 53, 1e300, 1.5, true, null, [], [[]], {}, { a: 1 }]
    const fields: { readonly [path: string]: { readonly [field: string]: Json } } = {
      'shift/start': { id_vehicle: null },
      'shift/pause': { reason: null },
      'shift/resume': { x: null },
      'offers/1/reject': { reason: null },
      'services/1/finish': { pauses: [], tolls: [] },
      'services/1/stops/1/reached': { left: false },
      'services/1/noShow': { reason: null },
      assignments: { id_service: 1 },
      panic: { lat: 1, lng: 1, id_service: null },
      messages: { body: 'x', idempotency: null, id_service: null },
      'messages/read': { ids: [] },
      positions: { positions: [], location: null, device_id: null, lat: 1, lng: 1, timestamp: null, id: null },
      login: { username: 'x', password: 'x', device: null, platform: null, app_version_code: null },
      logout: { device_id: null },
    }
    for (const [path, valid] of Object.entries(fields)) {
      for (const field of Object.keys(valid)) {
        // The log-in's own limit is not what is looked for.
        for (const value of path === 'login' ? values.slice(0, 3) : path === 'logout' ? values.slice(3) : values) {
          const { status, text } = await at.api(
            'POST',
            path,
            { ...valid, [field]: value },
            path === 'logout' ? undefined : beto.token,
          )
          if (status >= 500) throw new Error(`${path} with ${field} ${JSON.stringify(value)}: ${text}`)
        }
      }
    }
    for (const id of ['0', '-1', '99999999999', '1e3', '%00', 'x', '9007199254740993']) {
      for (const path of [
        `offers/${id}/accept`,
        `offers/${id}/seen`,
        `services/${id}/onway`,
        `services/${id}/release`,
        `services/1/stops/${id}/reached`,
        `assignments/${id}/withdraw`,
      ]) {
        const { status, text } = await ana.post(path)
        expect([400, 404, 422], `${path}: ${text}`).toContain(status)
      }
    }
    expect((await ana.get('messages?since=-1')).status).toBe(422)
    expect((await ana.get('messages?since=99999999999')).status).toBeLessThan(500)
    const huge = await at.server.request({
      method: 'POST',
      url: '/api/driver/messages',
      token: ana.token,
      payload: JSON.stringify({ body: 'x'.repeat(5_000_000) }),
    })
    expect(huge.status).toBe(413)
    for (const payload of ['[]', '{', '"x"', '5', '{"__proto__":{"id_driver":1}}']) {
      expect(
        (await at.server.request({ method: 'POST', url: '/api/driver/panic', token: beto.token, payload })).status,
      ).toBeLessThan(500)
    }
  })
})
