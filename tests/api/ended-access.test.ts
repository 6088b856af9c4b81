import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { newKey } from '../../src/server/work/accounts/api-key'
import { tellDates } from '../../src/server/work/events/tell-dates'
import { driverApp, type DriverApp } from './driver-fixture'
import { emailOf } from './fixture-users'
import { personApp, type Person } from './person-fixture'
import { NOON } from './services-fixture'

oneEngine((_engine, open) => {
  let at: DriverApp
  /** An operator of another branch, who edits every module. */
  let cusco: Person
  let branch = 0

  const sessionsOf = async (id_user: number): Promise<readonly { readonly id: number; readonly state: unknown }[]> =>
    (
      await at.server.database.db
        .selectFrom('sessions')
        .select(['id', 'state'])
        .where('id_user', '=', id_user)
        .orderBy('id')
        .execute()
    ).map(({ id, state }) => ({ id: Number(id), state }))
  const lastOf = async (id_user: number): Promise<number> => (await sessionsOf(id_user)).at(-1)?.id ?? 0
  const verify = async (token: string): Promise<number> =>
    (await at.server.request({ method: 'GET', url: '/api/admin/verify', token })).status

  beforeAll(async () => {
    at = await driverApp(open, () => NOON)
    branch = await at.put('branches', { name: 'Cusco', timezone: 'America/Lima' })
    cusco = await personApp(
      at,
      'cusqueña',
      { type_user: '1', id_branch: branch },
      { name: 'Operador Cusco', rights: 'all' },
    )
    await at.put('user_branches', { id_user: cusco.id, id_branch: branch })
  })

  describe('a session', () => {
    test("of somebody of another branch is to a branch's operator one that does not exist, root's as well", async () => {
      await at.server.login(emailOf('root'))
      const missing = await cusco.post('sessions/remove', { id: 999_999 })
      expect(missing.status).toBe(404)
      for (const role of ['root', 'operator', 'companyA'] as const) {
        await at.server.login(emailOf(role))
        const id = await lastOf(at.server.ids.users[role])
        const { status, body } = await cusco.post('sessions/remove', { id })
        expect([status, body], role).toEqual([404, missing.body])
        expect((await sessionsOf(at.server.ids.users[role])).find((one) => one.id === id)?.state).toBe('1')
      }
      expect((await cusco.get('sessions', {})).body['items'] as JsonObject[]).toSatisfy((items: JsonObject[]) =>
        items.every(({ id_user }) => id_user === cusco.id),
      )
    })

    test("of a colleague of the same branch is theirs to end if they may edit that colleague, and anybody's own is", async () => {
      const mate = await personApp(
        at,
        'vecina',
        { type_user: '1', id_branch: branch },
        { name: 'Operador', rights: { services: 'see' } },
      )
      const sees = await personApp(
        at,
        'mirona',
        { type_user: '1', id_branch: branch },
        { name: 'Mirona', rights: { sessions: 'edit', operators: 'see' } },
      )
      expect((await sees.post('sessions/remove', { id: await lastOf(mate.id) })).status).toBe(403)
      expect((await cusco.post('sessions/remove', { id: await lastOf(mate.id) })).status).toBe(200)
      expect((await mate.get('services', {})).status).toBe(401)
      expect((await sees.post('sessions/remove', { id: await lastOf(sees.id) })).status).toBe(200)
    })
  })

  describe('somebody who is switched off or removed, and back again,', () => {
    test('finds their old session, keys, recovery links and devices dead for good', async () => {
      const { db } = at.server.database
      const phone = await at.phone('Olga')
      const stamp = new Date(NOON.getTime() + 3_600_000).toISOString()
      await at.put('api_keys', {
        id_user: phone.id,
        name: 'Programa',
        prefix: 'abcdefabcdef',
        rights: '{}',
        hash: 'h'.repeat(64),
        status: 'active',
        date_expires: stamp,
      })
      await at.put('password_recoveries', {
        id_user: phone.id,
        username: phone.email,
        hash: 'r'.repeat(64),
        address: '1.1.1.1',
        language: 'es',
        date_expires: stamp,
      })
      await at.put('push_devices', { id_user: phone.id, kind: 'fcm', hash: 'p'.repeat(64), token: 't', state: 'on' })
      const alive = async () => {
        const of = async (table: string, column: string) =>
          (
            await db
              .selectFrom(table)
              .select(column)
              .where(table === 'driver_devices' ? 'id_driver' : 'id_user', '=', phone.id)
              .execute()
          ).map((row) => row[column])
        return {
          key: await of('api_keys', 'status'),
          link: (await of('password_recoveries', 'date_used')).map((used) => used === null),
          push: await of('push_devices', 'state'),
          device: await of('driver_devices', 'state'),
          session: (await phone.get('state')).status,
        }
      }
      expect(await alive()).toEqual({ key: ['active'], link: [true], push: ['on'], device: ['on'], session: 200 })
      for (const verb of ['disable', 'enable']) {
        const { status, text } = await at.call('operator', `drivers/${verb}`, { ids: [phone.id], reason: 'Se fue' })
        expect(status, text).toBe(200)
      }
      expect(await alive()).toEqual({ key: ['revoked'], link: [false], push: [], device: ['off'], session: 401 })
      expect((await at.login(phone.email)).status).toBe(200)
    })

    test('by a form, or a removal that is taken back, as well', async () => {
      const { users } = at.server.ids
      const token = String((await at.server.login(emailOf('reader'))).body['token'])
      for (const state of ['0', '1']) {
        const { status, text } = await at.call('root', 'operators/create', { id: users.reader, state })
        expect(status, text).toBe(200)
      }
      expect(await verify(token)).toBe(401)
      const again = String((await at.server.login(emailOf('reader'))).body['token'])
      const removed = await at.call('root', 'operators/remove', { id: users.reader })
      expect(removed.status, removed.text).toBe(200)
      expect(
        (await at.call('root', 'operators/undo', { run: (removed.body['undo'] as JsonObject)['run'] ?? null })).status,
      ).toBe(200)
      expect(await verify(again)).toBe(401)
    })
  })

  test("a driver's share is worked out by no subscription of another branch, and a message names no ride of another", async () => {
    const driver = await at.driver('Rita')
    await at.server.database.db.updateTable('users').set({ id_branch: branch }).where('id', '=', driver.id).execute()
    const tarif = await at.put('tarifs', { type: '1', name: 'De Lima', id_branch: at.id['lima'], price_base: '1' })
    const theirs = await at.put('subscriptions', { name: 'De Lima', id_tarif: tarif, fee_percentage: '1', state: '1' })
    const ride = await at.make()
    const { db } = at.server.database
    await db
      .updateTable('services')
      .set({ state: 'finalized', id_branch: branch, id_driver: driver.id })
      .where('id', '=', ride.id)
      .execute()
    const { status, body } = await cusco.post(`services/${ride.id}/updateSubscription`, { id_subscription: theirs })
    expect([status, Object.keys(body['errors'] as object)]).toEqual([422, ['id_subscription']])
    const elsewhere = await at.make()
    await db.updateTable('services').set({ id_driver: driver.id }).where('id', '=', elsewhere.id).execute()
    const send = (id_service: number) =>
      cusco.post('driver_messages/send', {
        id_driver: driver.id,
        id_service,
        body: 'Hola',
        idempotency: `clave-${id_service}`,
      })
    expect((await send(elsewhere.id)).status).toBe(422)
  })

  test('a client of another branch who is blocked is answered as one who does not exist', async () => {
    const blocked = await at.put('users', { type_user: '3', name: 'Bloqueado', id_branch: at.id['lima'], state: '0' })
    const book = async (id_client: number) => {
      const { status, body } = await cusco.post('dispatcher/create', {
        id_client,
        id_product: at.id['taxi']!,
        stops: [...at.stops],
      })
      return [status, body['errors']]
    }
    expect(await book(blocked)).toEqual(await book(999_999))
  })

  test("notes and addresses of another branch's ride are in no validation that a branch sees", async () => {
    const { companies } = at.server.ids
    await at.server.database.db
      .updateTable('companies')
      .set({ id_branch: branch })
      .where('id', '=', companies.a)
      .execute()
    const ride = await at.make({ id_client: at.id['beto']!, notes: 'SECRETO-91' })
    await at.put('service_validations', {
      id_service: ride.id,
      id_client: at.id['beto'],
      id_company: companies.a,
      state: 'pending',
    })
    expect((await at.get('operator', 'service_validations')).text).toContain('SECRETO-91')
    expect((await cusco.get('service_validations', {})).text).not.toContain('SECRETO-91')
  })

  describe('somebody whose access ends on a day', () => {
    test('comes in on that day and no more after it, by no session, log-in or key; a later day lets them in again', async () => {
      const {
        companies: { a },
        users,
      } = at.server.ids
      const ines = await personApp(
        at,
        'ines',
        { type_user: '3', id_company: a },
        { name: 'Temporal', rights: { dispatcher: 'see', actives: 'see', locations: 'see' } },
      )
      const until = async (access_until: string | null) => {
        const saved = await at.call('companyA', 'clients/create', { id: ines.id, access_until })
        expect(saved.status, saved.text).toBe(200)
      }
      const { key, prefix, hash } = newKey()
      await at.put('api_keys', {
        id_user: ines.id,
        name: 'Su programa',
        prefix,
        hash,
        rights: 'locations:see',
        status: 'active',
        date_expires: '2027-01-01T00:00:00.000Z',
      })
      const answers = async () => {
        const again = await at.server.login('ines@test.pe')
        const { statusCode } = await at.server.app.inject({
          method: 'GET',
          url: '/api/rest/locations',
          headers: { authorization: `Bearer ${key}` },
        })
        return [(await ines.get('dispatcher/form')).status, again.status, statusCode, String(again.body['msg'] ?? '')]
      }
      // Noon of the 21st in Lima; the 20th has ended, the 21st has not.
      await until('2026-11-21')
      expect((await answers()).slice(0, 3)).toEqual([200, 200, 200])
      await until('2026-11-20')
      expect(await answers()).toEqual([401, 401, 401, 'Su acceso terminó. Contacte al administrador.'])
      await until('2026-11-22')
      expect((await answers()).slice(0, 3)).toEqual([200, 200, 200])
      // Nobody locks out those with full access by a date.
      await at.server.database.transaction((tx) =>
        tx.updateTable('users').set({ access_until: '2026-11-01' }).where('id', '=', users.root).execute(),
      )
      expect((await at.server.login(emailOf('root'))).status).toBe(200)
      await at.server.database.transaction((tx) =>
        tx.updateTable('users').set({ access_until: null }).where('id', 'in', [users.root, ines.id]).execute(),
      )
    })

    test('is told of to the administrator of their company seven days before, once', async () => {
      const {
        companies: { a },
        users,
      } = at.server.ids
      const { db, transaction } = at.server.database
      await transaction((tx) =>
        tx
          .updateTable('roles')
          .set({ name: 'Administrador de empresa' })
          .where('id', 'in', tx.selectFrom('users').select('id_role').where('id', '=', users.companyA))
          .execute(),
      )
      await at.put('users', {
        type_user: '3',
        name: 'Rosa',
        surname: 'Temporal',
        id_company: a,
        access_until: '2026-11-28',
      })
      await at.put('users', {
        type_user: '3',
        name: 'Iván',
        surname: 'Después',
        id_company: a,
        access_until: '2026-12-28',
      })
      const work = () =>
        tellDates.run({ runtime: at.server.runtime, signal: new AbortController().signal, log: () => {} })
      await work()
      await work()
      const told = await db
        .selectFrom('deliveries')
        .select(['id_user', 'subject', 'body'])
        .where('effect', 'like', '%access_ends')
        .execute()
      expect(told.map((one) => [one['id_user'], one['subject']])).toEqual([
        [users.companyA, 'Rosa Temporal: su acceso termina pronto'],
      ])
      expect(String(told[0]?.['body'])).toContain('28')
    })
  })
})
