import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import type { JsonObject } from '../../src/model/json'
import { buildApp } from '../../src/server/boot/app'
import { oneEngine } from '../engines'
import { testApp, type Answer, type TestApp } from './fixture-app'
import { emailOf, PASSWORD } from './fixture-users'
import { TEST_KEYRING } from '../keyring'

const resources = {
  sessions: { title: 'Sesiones', readOnly: true, closed: { state: { eq: '0' } } },
  clients: {
    entity: 'users',
    title: 'Clientes',
    where: { type_user: { eq: '3' } },
    form: { rows: [['name', 'email']] },
  },
  operators: {
    entity: 'users',
    title: 'Operadores',
    where: { type_user: { eq: '1' } },
    form: { rows: [['name', 'email']] },
  },
  people: {
    entity: 'users',
    title: 'Personas',
    form: { rows: [['name', 'email', 'phone', 'password', 'id_role', 'type_user']] },
  },
}

oneEngine((_engine, open) => {
  describe('open sessions', () => {
    let at: TestApp
    /** A second process over the same database. */
    let other: FastifyInstance
    beforeAll(async () => {
      at = await testApp({ open, resources })
      const { database } = at
      other = await buildApp({
        keyring: TEST_KEYRING,
        database,
        metadata: at.metadata,
        words: at.runtime.words,
        features: [],
      })
    })
    afterAll(async () => {
      await other?.close()
      await at?.close()
    })

    const tokenOf = ({ body }: Answer): string => String(body.token)
    const fresh = async (email: string, password?: string) => tokenOf(await at.login(email, password))
    const get = (token: string, path: string) => at.request({ method: 'GET', url: `/api/admin/${path}`, token })
    const post = (token: string, path: string, body: JsonObject = {}) =>
      at.request({ method: 'POST', url: `/api/admin/${path}`, token, payload: JSON.stringify(body) })
    const verify = async (token: string) => (await get(token, 'verify')).status
    const elsewhere = async (token: string) =>
      (await other.inject({ url: '/api/admin/verify', headers: { authorization: `Bearer ${token}` } })).statusCode
    const sessionId = async (token: string): Promise<number> => {
      const items = (await get(token, 'me/sessions')).body.items as unknown as JsonObject[]
      return Number(items.find(({ current }) => current)?.id)
    }

    test('are listed with what the device said of itself, and no token or hash', async () => {
      const login = await at.request({
        method: 'POST',
        url: '/api/admin/login/login',
        headers: { 'user-agent': 'Probador/1.0' },
        payload: JSON.stringify({
          username: emailOf('reader'),
          password: PASSWORD,
          app_version_code: 124,
          platform: 'Android',
          device_brand: 'Marca',
          device_model: 'M1',
          os: 'Android',
          os_version: '14',
          uuid: 'abc-1',
        }),
      })
      const list = await at.call('root', 'GET', 'sessions', { filters: { platform: 'Android' } })
      expect(list.body.items).toEqual([
        expect.objectContaining({
          id_user: at.ids.users.reader,
          id_user__label: 'reader Prueba',
          type_user: '1',
          platform: 'Android',
          device_brand: 'Marca',
          device_model: 'M1',
          os_version: '14',
          app_version_code: 124,
          uuid: 'abc-1',
          user_agent: 'Probador/1.0',
          state: '1',
          protected: 0,
          user: {
            id: at.ids.users.reader,
            name: 'reader',
            surname: 'Prueba',
            pic: null,
            link: `/operators/${at.ids.users.reader}`,
            type: 'Operador',
          },
          date_deleted: null,
        }),
      ])
      for (const secret of [tokenOf(login), 'hash']) expect(list.text).not.toContain(secret)
      expect((await at.call('root', 'GET', 'sessions/platforms')).body.items).toContainEqual({
        id: 'Android',
        name: 'Android',
      })
      expect((await at.call('none', 'GET', 'sessions/platforms')).status).toBe(403)
    })

    test('are ended from afar and dead at once in every process; closed ones are listed only when asked for', async () => {
      const token = await fresh(emailOf('reader'))
      const id = await sessionId(token)
      expect([await verify(token), await elsewhere(token)]).toEqual([200, 200])
      expect((await at.call('operator', 'GET', 'sessions/remove', { id })).body).toEqual({
        ok: true,
        msg: 'Sesión cerrada',
      })
      expect(await verify(token)).toBe(401)
      await expect.poll(() => elsewhere(token)).toBe(401)
      const listed = async (more: JsonObject) =>
        ((await at.call('root', 'GET', 'sessions', { filters: { id, ...more } })).body.items as unknown as JsonObject[])
          .length
      expect([await listed({}), await listed({ include_closed: 1 }), await listed({ include_closed: 0 })]).toEqual([
        0, 1, 0,
      ])
      const [closed] = (await at.call('root', 'GET', 'sessions', { filters: { id, include_closed: 1 } })).body
        .items as unknown as JsonObject[]
      expect(closed?.date_deleted).toEqual(expect.any(String))
      expect(closed?.date_deleted).toBe(closed?.date_closed)
      const logs = await at.call('root', 'GET', 'logs', { target: 'sessions', id_target: id })
      expect((logs.body.items as unknown as JsonObject[])[0]).toMatchObject({
        type_log: 'close_session',
        user_name: 'operator Prueba',
      })
    })

    test("are everybody's own to end, and nobody else's without the right", async () => {
      const [mine, another] = [await fresh(emailOf('none')), await fresh(emailOf('none'))]
      const own = (await get(mine, 'me/sessions')).body.items as unknown as JsonObject[]
      expect(own.filter(({ current }) => current)).toHaveLength(1)
      expect(own.map(({ id }) => id)).toContain(await sessionId(another))
      const theirs = await sessionId(await fresh(emailOf('reader')))
      // Who does not see the module is not told that there is such a session; who sees it and may not edit is told so.
      expect((await post(mine, 'sessions/remove', { id: theirs })).status).toBe(404)
      expect((await at.call('reader', 'POST', 'sessions/remove', { id: await sessionId(another) })).status).toBe(403)
      expect((await post(mine, 'sessions/remove', { id: await sessionId(another) })).status).toBe(200)
      expect([await verify(mine), await verify(another)]).toEqual([200, 401])
      expect((await at.call(null, 'POST', 'sessions/remove', { id: theirs })).status).toBe(401)
      for (const id of [0, -1, 'x', 1.5, 2 ** 40, null])
        expect((await at.call('root', 'POST', 'sessions/remove', { id })).status).toBe(422)
    })

    test('of users with full access are protected from everybody else', async () => {
      const root = await fresh(emailOf('root'))
      const id = await sessionId(root)
      expect((await at.call('root', 'GET', 'sessions', { filters: { id } })).body.items).toMatchObject([
        { protected: 1 },
      ])
      expect((await at.call('operator', 'POST', 'sessions/remove', { id })).body).toMatchObject({
        ok: false,
        code: 'FORBIDDEN',
        msg: expect.stringContaining('protegida') as unknown as string,
      })
      expect(await verify(root)).toBe(200)
      expect((await at.call('root', 'POST', 'sessions/remove', { id })).status).toBe(200)
    })

    test('are written by no generic call, and keep nobody from being removed', async () => {
      const id = await sessionId(await fresh(emailOf('companyB')))
      for (const [path, input] of [
        ['create', { id, platform: 'x' }],
        ['create', { platform: 'x' }],
        ['disable', { id }],
        ['enable', { id }],
      ] as const)
        expect((await at.call('root', 'POST', `sessions/${path}`, input)).status).toBe(403)
      expect((await at.call('root', 'POST', 'people/remove', { id: at.ids.users.companyB })).status).toBe(200)
    })

    describe('of somebody viewed by a user with full access', () => {
      const logInAs = async (id: number, token?: string) =>
        post(token ?? (await at.tokenFor('root')), 'users/loginAs', { id })

      test('show who views, write under both names, and lead back', async () => {
        const own = await fresh(emailOf('root'))
        const answer = await logInAs(at.ids.users.operator, own)
        expect(answer.body).toMatchObject({
          ok: true,
          id: at.ids.users.operator,
          name: 'operator',
          msg: 'Está viendo como operator Prueba',
        })
        const token = tokenOf(answer)
        const { body } = await get(token, 'verify')
        expect(body).toMatchObject({
          user: {
            root: false,
            data: { id: at.ids.users.operator },
            viewer: { id: at.ids.users.root, name: 'root Prueba' },
          },
        })
        expect((await get(own, 'verify')).text).not.toContain('viewer')

        expect((await post(token, 'people/create', { id: at.ids.users.reader, phone: '987654321' })).status).toBe(200)
        const [line] = await at.database.db
          .selectFrom('logs')
          .select(['id_user', 'id_user_as'])
          .where('target', 'in', ['users', 'people'])
          .where('id_target', '=', at.ids.users.reader)
          .where('type_log', '=', 'edit')
          .orderBy('id', 'desc')
          .execute()
        expect(line).toEqual({ id_user: at.ids.users.operator, id_user_as: at.ids.users.root })
        const [begun] = await at.database.db
          .selectFrom('logs')
          .select(['id_user', 'id_target'])
          .where('type_log', '=', 'login_as')
          .orderBy('id')
          .execute()
        expect(begun).toEqual({ id_user: at.ids.users.root, id_target: at.ids.users.operator })

        expect((await post(token, 'me/updateProfile', { phone: '987000999' })).body).toMatchObject({
          code: 'FORBIDDEN',
        })
        expect((await get(token, 'me/sessions')).text).not.toContain('"current":true')
        expect((await post(token, 'login/logout')).status).toBe(200)
        expect([await verify(token), await verify(own)]).toEqual([401, 200])
      })

      test("end with the viewer's session, and with the viewer's full access", async () => {
        const own = await fresh(emailOf('root'))
        const token = tokenOf(await logInAs(at.ids.users.reader, own))
        expect(await verify(token)).toBe(200)
        await post(own, 'login/logout')
        expect(await verify(token)).toBe(401)

        const second = await fresh(emailOf('root'))
        const viewing = tokenOf(await logInAs(at.ids.users.reader, second))
        const role = await at.database.db
          .selectFrom('users')
          .select('id_role')
          .where('id', '=', at.ids.users.root)
          .executeTakeFirstOrThrow()
        await at.database.db.updateTable('users').set({ id_role: null }).where('id', '=', at.ids.users.root).execute()
        await expect.poll(() => verify(viewing)).toBe(401)
        await at.database.db
          .updateTable('users')
          .set({ id_role: role.id_role })
          .where('id', '=', at.ids.users.root)
          .execute()
        await expect.poll(() => verify(viewing)).toBe(200)
      })

      test('are opened by nobody else, of no other kind of user, and of no one twice over', async () => {
        const { users } = at.ids
        const refused = { body: { ok: false, code: 'FORBIDDEN' } }
        for (const role of ['operator', 'reader', 'companyA', 'none'] as const)
          expect(await at.call(role, 'POST', 'users/loginAs', { id: users.readerA })).toMatchObject(refused)
        for (const id of [null, 'x'])
          expect(await at.call('operator', 'POST', 'users/loginAs', { id })).toMatchObject({ status: 403, ...refused })
        expect((await at.call(null, 'POST', 'users/loginAs', { id: users.readerA })).status).toBe(401)
        expect(await logInAs(users.root)).toMatchObject(refused)
        const { db } = at.database
        const role = await db
          .selectFrom('users')
          .select('id_role')
          .where('id', '=', users.root)
          .executeTakeFirstOrThrow()
        const put = async (values: JsonObject) =>
          Number(
            (
              await db
                .insertInto('users')
                .values({ name: 'Otro', ...values })
                .returning('id')
                .executeTakeFirstOrThrow()
            ).id,
          )
        expect(await logInAs(await put({ type_user: '1', id_role: Number(role.id_role) }))).toMatchObject(refused)
        expect(await logInAs(await put({ type_user: '4' }))).toMatchObject(refused)
        expect(await logInAs(await put({ type_user: '3', state: '0' }))).toMatchObject(refused)
        expect((await logInAs(999_999)).status).toBe(404)
        const viewing = tokenOf(await logInAs(users.companyA))
        expect(await logInAs(users.readerA, viewing)).toMatchObject(refused)
        expect(
          (
            await at.request({
              method: 'GET',
              url: `/api/admin/users/loginAs?id=${users.reader}`,
              token: await at.tokenFor('root'),
            })
          ).status,
        ).toBe(405)
      })
    })
  })
})
