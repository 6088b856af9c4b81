import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { creditWallet } from '../../custom/wallets/server'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { driverApp, type DriverApp, type Phone } from './driver-fixture'
import { emailOf, PASSWORD } from './fixture-users'
import { NOON } from './services-fixture'

oneEngine((_engine, open) => {
  let at: DriverApp
  let ana: Phone
  let now = NOON

  beforeAll(async () => {
    at = await driverApp(open, () => now)
    ana = await at.phone('Anita')
  })
  beforeEach(() => {
    now = NOON
  })

  const off = (id: number) =>
    at.server.database.transaction((tx) => tx.updateTable('users').set({ state: '0' }).where('id', '=', id).execute())

  describe('a driver logs in', () => {
    test('and gets their account, their vehicles and how often to report', async () => {
      const { body, text } = await at.login(ana.email)
      expect(body, text).toMatchObject({
        ok: true,
        driver: { id: ana.id, name: 'Anita', phone: '999123456' },
        vehicles: [{ id: ana.vehicle, icon: 'car' }],
        settings: { time_request: 30, time_tracking: 10, interval: 10 },
        may_pause: true,
      })
      const { token: _, device_id: _d, ...account } = body
      expect((await at.api('GET', 'me', undefined, String(body['token']))).body).toEqual(account)
    })

    test('from the same phone with the same device id, from another with another, none of which can be guessed', async () => {
      const again = await at.login(ana.email)
      const other = await at.login(ana.email, { device: 'Nokia' })
      expect(again.body['device_id']).toBe(ana.device_id)
      expect(other.body['device_id']).not.toBe(ana.device_id)
      expect(String(other.body['device_id'])).toMatch(/^[\w-]{22}$/)
    })

    test("with the engine's own limit of attempts, and it stands in the log and among the sessions", async () => {
      const bea = await at.phone('Bea')
      for (let i = 0; i < 10; i++) expect((await at.login(bea.email, { password: 'no' })).status).toBe(401)
      const refused = await at.login(bea.email)
      expect(refused.status).toBe(429)
      expect(refused.headers['retry-after']).toBeTruthy()
      const { body } = await at.get('root', 'sessions', { id_user: bea.id })
      expect(body['items']).toMatchObject([{ platform: 'android', app_version_code: 80 }])
    })

    test('no operator, no client, nobody switched off, and nobody without the password', async () => {
      const operator = await at.api('POST', 'login', { username: emailOf('operator'), password: PASSWORD })
      expect([operator.status, operator.body['msg']]).toEqual([401, 'Esta cuenta no puede ingresar aquí.'])
      expect((await at.login('nobody@drivers.pe')).status).toBe(401)
      expect((await at.login(ana.email, { password: 'x'.repeat(2000) })).status).toBe(401)
      expect((await at.api('POST', 'login', { username: ana.email })).body).toMatchObject({
        code: 'VALIDATION',
        errors: { password: expect.any(String) as string },
      })
      const carlos = await at.phone('Carlos')
      await off(carlos.id)
      expect((await at.login(carlos.email)).status).toBe(401)
      at.server.runtime.changed('users')
      expect((await carlos.get('state')).status).toBe(401)
    })

    test('by POST alone: a query ends up in logs', async () => {
      expect((await at.server.request({ method: 'GET', url: '/api/driver/login?username=a&password=b' })).status).toBe(
        405,
      )
    })
  })

  describe("what a driver's token opens", () => {
    const CALLS: readonly (readonly ['GET' | 'POST', string, JsonObject?])[] = [
      ['GET', 'me'],
      ['GET', 'state'],
      ['POST', 'shift/start'],
      ['POST', 'shift/end'],
      ['POST', 'shift/pause'],
      ['POST', 'shift/resume'],
      ['POST', 'offers/1/seen'],
      ['POST', 'offers/1/accept'],
      ['POST', 'offers/1/reject'],
      ...['onway', 'waiting', 'start', 'arrive', 'finish', 'release', 'noShow', 'stops/1/reached'].map(
        (step) => ['POST', `services/1/${step}`] as const,
      ),
      ['GET', 'available'],
      ['POST', 'assignments', { id_service: 1 }],
      ['POST', 'assignments/1/withdraw'],
      ['POST', 'panic'],
      ['GET', 'messages'],
      ['POST', 'messages', { body: 'x' }],
      ['POST', 'messages/read', { ids: [1] }],
      ['GET', 'wallet'],
      ['GET', 'statements'],
      ['GET', 'statements/1'],
      ['GET', 'statements/1/pdf'],
    ]

    test("is closed to everybody else: 401 without a token, 403 with an operator's", async () => {
      const operator = await at.server.tokenFor('root')
      for (const [method, path, input] of CALLS) {
        expect([path, (await at.api(method, path, input)).status]).toEqual([path, 401])
        expect([path, (await at.api(method, path, input, operator)).status]).toEqual([path, 403])
      }
    })

    test('is nothing of the console: no list, no dispatcher, no other people', async () => {
      const call = (path: string) => at.server.request({ method: 'GET', url: `/api/admin/${path}`, token: ana.token })
      for (const path of [
        'drivers',
        'clients',
        'services',
        'panics',
        'dispatcher/form',
        'driver_messages/inbox',
        `driver_messages/thread?id_driver=${ana.id}`,
      ]) {
        expect([path, (await call(path)).status]).toEqual([path, 403])
      }
    })

    test('ends with the log-out, which may be said twice and ends the shift and the device', async () => {
      const dora = await at.atWork('Dora')
      expect((await dora.post('logout', { device_id: dora.device_id })).status).toBe(200)
      expect((await dora.post('logout', { device_id: dora.device_id })).status).toBe(200)
      expect((await dora.get('state')).status).toBe(401)
      const { body } = await at.login(dora.email)
      expect(body['device_id']).not.toBe(dora.device_id)
      expect((await at.api('GET', 'state', undefined, String(body['token']))).body).toMatchObject({
        shift: null,
        vehicle: null,
      })
      expect((await at.api('POST', 'positions', { device_id: dora.device_id, positions: [] })).status).toBe(404)
    })
  })

  describe("a driver's own money", () => {
    const set = (resource: string, values: JsonObject) => at.call('root', `${resource}/save`, values)
    const credit = (id_user: number, amount: string) =>
      at.server.database.transaction((tx) => creditWallet(tx, { id_user, amount, name: `Depósito ${amount}`, now }))

    test('is their wallet with its limits, page by page, while drivers have wallets', async () => {
      const greta = await at.phone('Greta')
      expect((await greta.get('wallet')).body).toMatchObject({ enabled: 0, balance: null, items: [], more: false })
      await set('app_driver', { app_driver_wallet_enabled: 1, app_driver_wallet_block_amount: 300 })
      await set('settings/general', { wallet_max_movement: 50, wallet_max_day: 400 })
      for (let amount = 1; amount <= 21; amount++) await credit(greta.id, String(amount))
      await credit(ana.id, '999')
      const { id } = (await at.call('root', 'wallets/recharge', { id_user: greta.id, amount: 7, name: 'Por aprobar' }))
        .body
      const first = await greta.get('wallet')
      expect(first.body, first.text).toMatchObject({
        enabled: 1,
        balance: 231,
        least: 300,
        blocked: 1,
        limits: { movement: 50, day: 400, moved_today: 231 },
        more: true,
      })
      const items = first.body['items'] as readonly JsonObject[]
      // What waits has moved nothing.
      expect(items.slice(0, 2)).toMatchObject([
        { id, name: 'Por aprobar', amount: 7, balance: null, state: '1', state_obj: { name: 'Pendiente' } },
        { name: 'Depósito 21', amount: 21, balance: 231, state: '2', transaction: 'recharge', kind_obj: null },
      ])
      const rest = (await greta.get(`wallet?before=${items.at(-1)?.['id']}`)).body
      expect([items.length, (rest['items'] as readonly JsonObject[]).map(({ name }) => name), rest['more']]).toEqual([
        20,
        ['Depósito 2', 'Depósito 1'],
        false,
      ])
      expect((await at.call('root', 'wallets/approve', { id: id ?? null })).status).toBe(200)
      expect((await greta.get('wallet')).body).toMatchObject({ balance: 238, limits: { moved_today: 238 } })
      await set('app_driver', { app_driver_wallet_enabled: 0, app_driver_wallet_block_amount: null })
      await set('settings/general', { wallet_max_movement: null, wallet_max_day: null })
    })

    test("are their issued statements with items and paper; another's or a draft is as one that is not there", async () => {
      const hugo = await at.phone('Hugo')
      const made = async (id_driver: number, amount: number): Promise<number> =>
        Number(
          (
            await at.call('root', 'liquidations/create', {
              id_driver,
              date_from: '2026-11-01',
              date_to: '2026-11-15',
              items: [
                { name: 'Bono', amount: amount + 5 },
                { name: 'Uniforme', amount: -5 },
              ],
            })
          ).body['id'],
        )
      const [own, draft, theirs] = [await made(hugo.id, 40), await made(hugo.id, 9), await made(ana.id, 77)]
      for (const id of [own, theirs]) expect((await at.call('root', 'liquidations/issue', { id })).status).toBe(200)
      const list = await hugo.get('statements')
      expect(list.body, list.text).toMatchObject({ more: false, items: [{ id: own, amount: 40, state: '2' }] })
      expect((list.body['items'] as readonly object[]).length).toBe(1)
      expect((await hugo.get(`statements?before=${own}`)).body['items']).toEqual([])
      expect((await hugo.get(`statements/${own}`)).body).toMatchObject({
        date_from: '2026-11-01',
        date_to: '2026-11-15',
        balance_before: 0,
        balance_after: 40,
        items: [
          { name: 'Bono', amount: 45, kind_obj: null },
          { name: 'Uniforme', amount: -5 },
        ],
      })
      const { body } = await hugo.get(`statements/${own}/pdf`)
      expect([body['name'], Buffer.from(String(body['base64']), 'base64').subarray(0, 5).toString()]).toEqual([
        expect.stringMatching(/^L-2026-\d{6}\.pdf$/),
        '%PDF-',
      ])
      const none = (await hugo.get('statements/999999')).body
      for (const id of [draft, theirs])
        for (const path of [`statements/${id}`, `statements/${id}/pdf`]) {
          const refused = await hugo.get(path)
          expect([path, refused.status, refused.body]).toEqual([path, 404, none])
        }
      expect((await at.call('root', 'liquidations/void', { id: own, reason: 'Error' })).status).toBe(200)
      expect((await hugo.get(`statements/${own}`)).body).toMatchObject({ state: '9', reason: 'Error' })
    })
  })

  describe('a shift', () => {
    test("begins with the driver's only vehicle, is shown in the state, and beginning again changes nothing", async () => {
      const eva = await at.phone('Eva')
      const first = await eva.post('shift/start', { id_vehicle: eva.vehicle })
      expect(first.body, first.text).toMatchObject({
        shift: { id_vehicle: eva.vehicle, state: 'online', date_start: NOON.toISOString(), date_paused: null },
      })
      expect((await eva.post('shift/start')).body).toEqual(first.body)
      expect(await eva.state()).toMatchObject({
        shift: first.body['shift'],
        vehicle: { id: eva.vehicle },
        driver: { id: eva.id },
        offer: null,
        services: [],
        bookings: [],
        unread: 0,
        panic: false,
        server_time: NOON.toISOString(),
      })
      expect((await eva.post('shift/end')).body).toMatchObject({ shift: null })
      expect((await eva.post('shift/end')).body).toMatchObject({ shift: null })
      expect(await eva.state()).toMatchObject({ shift: null })
    })

    test("is not with somebody else's vehicle", async () => {
      const fito = await at.phone('Fito')
      const { status, body } = await fito.post('shift/start', { id_vehicle: ana.vehicle })
      expect([status, Object.keys(body['errors'] as object)]).toEqual([422, ['id_vehicle']])
    })

    test('pauses and goes on, twice as well as once; not with an application before version 74', async () => {
      const gina = await at.atWork('Gina')
      expect((await gina.post('shift/pause', { reason: 'Almuerzo' })).body).toMatchObject({
        shift: { state: 'paused', pause_reason: 'Almuerzo' },
      })
      expect((await gina.post('shift/pause')).body).toMatchObject({
        shift: { state: 'paused', pause_reason: 'Almuerzo' },
      })
      expect((await gina.post('shift/resume')).body).toMatchObject({ shift: { state: 'online', date_paused: null } })
      expect((await gina.post('shift/resume')).status).toBe(200)
      for (const [version, may] of [
        [73, false],
        [74, true],
        [null, false],
      ] as const) {
        const { body } = await at.login(gina.email, { app_version_code: version })
        expect(body['may_pause']).toBe(may)
        expect((await at.api('POST', 'shift/pause', {}, String(body['token']))).status).toBe(may ? 200 : 403)
      }
    })
  })
})
