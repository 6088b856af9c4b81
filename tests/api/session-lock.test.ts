import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../engines'
import { softPasskey } from '../soft-passkey'
import { accountsApp, type AccountsApp } from './accounts-fixture'
import { PASSWORD } from './fixture-users'

const resources = {
  people: {
    entity: 'users',
    title: 'Personas',
    form: { rows: [['name', 'email', 'password', 'id_role', 'type_user', 'id_company']] },
  },
  roles: { title: 'Roles', form: { rows: [['name', 'type_user', 'root', 'idle_minutes', 'all_modules']] } },
}
const MINUTES = 15
const away = { 'x-away': '1' }

oneEngine((_engine, open) => {
  describe('a session of a role that locks what nobody uses', () => {
    let app: AccountsApp
    beforeAll(async () => {
      app = await accountsApp(open, resources)
      const role = await app.roleOf('reader')
      expect(
        (await app.post(await app.tokenOf('root'), 'roles/create', { id: role, idle_minutes: MINUTES })).status,
      ).toBe(200)
    })
    afterAll(() => app?.at.close())
    const people = async (token: string, headers = {}) =>
      (await app.ask('GET', 'admin/people', { token, headers })).body.code ?? 'ok'

    test('is locked by the server after those minutes, whatever the console does, and opens by the password', async () => {
      const token = await app.tokenOf('reader')
      expect((await app.get(token, 'verify')).body.user).toMatchObject({ idle_minutes: MINUTES })
      app.wait(MINUTES * 60 - 1)
      expect(await people(token)).toBe('ok')
      app.wait(MINUTES * 60 + 1)
      expect(await app.ask('GET', 'admin/people', { token })).toMatchObject({
        status: 401,
        body: { code: 'IDLE', msg: 'La sesión se bloqueó por inactividad. Escriba su contraseña para seguir.' },
      })
      for (const path of ['verify', 'me', 'menu', 'me/secondFactor'])
        expect([path, (await app.get(token, path)).body.code]).toEqual([path, 'IDLE'])
      expect((await app.ask('GET', 'rest/people', { token })).body.code).toBe('IDLE')
      // A refused call is no use.
      expect(await people(token)).toBe('IDLE')
      expect((await app.post(token, 'me/confirm', { password: 'no-es-esta' })).status).toBe(422)
      expect(await people(token)).toBe('IDLE')
      expect((await app.post(token, 'me/confirm', { password: PASSWORD })).status).toBe(200)
      expect(await people(token)).toBe('ok')
    })

    test('is not kept unlocked by what a console asks by itself, only by its person', async () => {
      const token = await app.tokenOf('reader')
      for (let minute = 0; minute < MINUTES; minute++) {
        app.wait(60)
        expect(await people(token, away)).toBe('ok')
      }
      app.wait(1)
      expect(await people(token, away)).toBe('IDLE')
      const busy = await app.tokenOf('reader')
      for (let times = 0; times < 4; times++) {
        app.wait(MINUTES * 60 - 30)
        expect((await app.post(busy, 'me/active')).status).toBe(200)
      }
      expect(await people(busy)).toBe('ok')
    })

    test('is locked at once where the console says so, also on another server, and may be left', async () => {
      const token = await app.tokenOf('reader')
      expect(await people(token)).toBe('ok')
      expect((await app.post(token, 'me/lock')).status).toBe(200)
      expect(await people(token)).toBe('IDLE')
      app.at.runtime.changed('sessions')
      expect(await people(token)).toBe('IDLE')
      expect((await app.post(token, 'login/logout')).status).toBe(200)
      expect((await app.ask('GET', 'admin/people', { token })).status).toBe(401)
    })

    test('opens by a passkey of its own person alone', async () => {
      const host = { host: 'localhost:8080' }
      const post = (token: string, path: string, body = {}) =>
        app.ask('POST', `admin/${path}`, { token, body, headers: host })
      const token = await app.tokenOf('reader')
      const [key, other] = [softPasskey('http://localhost:8080'), softPasskey('http://localhost:8080')]
      await post(token, 'me/addPasskey', {
        name: 'Laptop',
        passkey: key.make((await post(token, 'me/beginPasskey')).body.options),
      })
      await post(token, 'me/lock')
      const {
        body: { options },
      } = await post(token, 'me/passkeyOptions')
      expect((await post(token, 'me/confirm', { passkey: other.answer(options) })).status).toBe(422)
      expect((await post(token, 'me/confirm', { passkey: key.answer(options) })).status).toBe(200)
      expect(await people(token)).toBe('ok')
      await app.withoutFactor('reader')
    })

    test('ends all the same by its absolute age, and other roles lock nothing', async () => {
      const [token, other] = [await app.tokenOf('reader'), await app.tokenOf('operator')]
      await app.at.database.db.insertInto('settings').values({ key: 'session_max_days', value: '1' }).execute()
      app.at.runtime.changed('settings')
      for (let times = 0; times < 95; times++) {
        app.wait(15 * 60)
        expect((await app.ask('GET', 'admin/verify', { token: other })).status).toBe(200)
        await app.post(token, 'me/confirm', { password: PASSWORD })
      }
      expect(await people(token)).toBe('ok')
      app.wait(16 * 60)
      expect((await app.ask('POST', 'admin/me/confirm', { token, body: { password: PASSWORD } })).status).toBe(401)
      expect((await app.ask('GET', 'admin/verify', { token: other })).status).toBe(401)
      await app.at.database.db.deleteFrom('settings').where('key', '=', 'session_max_days').execute()
      app.at.runtime.changed('settings')
    })
  })
})
