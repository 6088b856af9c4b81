import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeSettings } from '../../src/server/language/settings/write-settings'
import { hashPassword, passwordFits } from '../../src/server/language/actor/password'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { emailOf, PASSWORD } from './fixture-users'

const DAY_MS = 86_400_000

oneEngine((_engine, open) => {
  describe('a session', () => {
    let at: TestApp
    let clock_ms = Date.parse('2026-11-21T05:00:00Z')

    beforeAll(async () => {
      at = await testApp({ open, now: () => new Date(clock_ms) })
    })
    afterAll(() => at?.close())

    const verify = (token?: string) => at.request({ method: 'GET', url: '/api/admin/verify', token })
    const refuse = (status: number, code: string) =>
      expect.objectContaining({ status, body: expect.objectContaining({ ok: false, code }) as unknown })

    test('opens with the union of what both files of the spec answer', async () => {
      const { status, body } = await at.login(emailOf('companyA'))
      expect(status).toBe(200)
      expect(body).toMatchObject({
        ok: true,
        token: expect.stringMatching(/^[\w-]{43}$/) as unknown,
        id: at.ids.users.companyA,
        name: 'companyA',
        surname: 'Prueba',
        pic: null,
        ro_name: 'Administrador de empresa',
        user: { data: { id: at.ids.users.companyA }, corporate: true },
      })
      expect(typeof body.msg).toBe('string')
    })

    test('keeps nothing of the token but its hash', async () => {
      const { body } = await at.login(emailOf('reader'))
      const rows = await at.database.db.selectFrom('sessions').selectAll().execute()
      expect(rows.length).toBeGreaterThan(0)
      expect(JSON.stringify(rows)).not.toContain(String(body.token))
      expect(rows.every(({ hash }) => /^[0-9a-f]{64}$/.test(String(hash)))).toBe(true)
    })

    test('is refused alike for a wrong password and for an unknown account', async () => {
      const wrong = await at.login(emailOf('reader'), 'otra-clave')
      const unknown = await at.login('nadie@test.pe')
      expect(wrong).toEqual(refuse(401, 'LOGIN_FAILED'))
      expect(unknown.text).toBe(wrong.text)
      expect(wrong.body.msg).toBe('Usuario o contraseña incorrectos.')
    })

    test('minds neither capitals nor spaces around the address', async () => {
      expect((await at.login(`  ${emailOf('reader').toUpperCase()} `)).status).toBe(200)
    })

    test('asks for both fields', async () => {
      const { status, body } = await at.request({
        method: 'POST',
        url: '/api/admin/login/login',
        payload: '{"username":" "}',
      })
      expect(status).toBe(422)
      expect(body).toMatchObject({
        code: 'VALIDATION',
        errors: { username: expect.any(String) as unknown, password: expect.any(String) as unknown },
      })
    })

    test.each([
      ['a number for the name', { username: 5, password: 'x' }, 422],
      ['an object', { username: { a: 1 }, password: 'x' }, 422],
      ['a NUL in the name', { username: 'a\u0000b@test.pe', password: 'x' }, 401],
      ['a giant password', { username: 'a@test.pe', password: 'x'.repeat(5000) }, 401],
      ['a lone surrogate', { username: '\ud800@test.pe', password: '\ud800' }, 401],
    ])('is refused for %s, without an accident', async (_what, credentials, status) => {
      const answer = await at.request({
        method: 'POST',
        url: '/api/admin/login/login',
        payload: JSON.stringify(credentials),
      })
      expect(answer.status).toBe(status)
    })

    test('does not open by GET, whose address ends up in logs', async () => {
      const answer = await at.request({
        method: 'GET',
        url: `/api/admin/login/login?username=${emailOf('reader')}&password=${PASSWORD}`,
      })
      expect(answer).toEqual(refuse(405, 'METHOD_NOT_ALLOWED'))
      expect(answer.headers.allow).toBe('POST')
      expect(answer.body.msg).toContain('POST')
      expect(answer.text).not.toContain(PASSWORD)
    })

    test('ends with log-out, that one alone', async () => {
      const [one, other] = [await at.login(emailOf('reader')), await at.login(emailOf('reader'))]
      const answer = await at.request({ method: 'POST', url: '/api/admin/login/logout', token: String(one.body.token) })
      expect(answer.body).toEqual({ ok: true })
      expect(await verify(String(one.body.token))).toEqual(refuse(401, 'UNAUTHENTICATED'))
      expect((await verify(String(other.body.token))).status).toBe(200)
    })

    test('ends after thirty days without a request, and each request prolongs it', async () => {
      const token = String((await at.login(emailOf('reader'))).body.token)
      for (let month = 0; month < 2; month++) {
        clock_ms += 29 * DAY_MS
        expect((await verify(token)).status).toBe(200)
      }
      clock_ms += 31 * DAY_MS
      expect(await verify(token)).toEqual(refuse(401, 'UNAUTHENTICATED'))
    })

    test('ends ninety days after its log-in, however busy; another setting is in force at once', async () => {
      const token = String((await at.login(emailOf('reader'))).body.token)
      for (let day = 0; day < 89; day += 20) {
        clock_ms += 20 * DAY_MS
        if (day < 80) expect((await verify(token)).status).toBe(200)
      }
      expect(await verify(token)).toEqual(refuse(401, 'UNAUTHENTICATED'))
      const young = String((await at.login(emailOf('reader'))).body.token)
      clock_ms += 3 * DAY_MS
      expect((await verify(young)).status).toBe(200)
      const limit = async (days: number) => {
        await at.database.transaction((tx) => writeSettings(tx, { session_max_days: days }))
        at.runtime.changed('settings')
      }
      await limit(2)
      expect(await verify(young)).toEqual(refuse(401, 'UNAUTHENTICATED'))
      await limit(90)
    })

    test('is dead the moment its user is deactivated or removed, and nobody opens another', async () => {
      const { db } = at.database
      const token = await at.tokenFor('readerA')
      expect((await verify(token)).status).toBe(200)
      const state = (value: string) =>
        db.updateTable('users').set({ state: value }).where('id', '=', at.ids.users.readerA).execute()

      await state('0')
      await expect.poll(async () => (await verify(token)).status).toBe(401)
      const inactive = await at.login(emailOf('readerA'))
      expect(inactive).toEqual(refuse(401, 'LOGIN_FAILED'))
      expect(inactive.body.msg).toContain('desactivada')
      expect((await at.login(emailOf('readerA'), 'otra-clave')).body.msg).toBe('Usuario o contraseña incorrectos.')

      await state('1')
      await expect.poll(async () => (await verify(token)).status).toBe(200)
      await db
        .updateTable('users')
        .set({ date_deleted: new Date(clock_ms).toISOString() })
        .where('id', '=', at.ids.users.readerA)
        .execute()
      await expect.poll(async () => (await verify(token)).status).toBe(401)
      expect((await at.login(emailOf('readerA'))).status).toBe(401)
    })

    test.each([
      ['nothing', undefined],
      ['a made-up one', 'x'.repeat(43)],
      ['SQL', "' or 1=1 --"],
    ])('is not there with %s for a token', async (_what, token) => {
      expect(await verify(token)).toEqual(refuse(401, 'UNAUTHENTICATED'))
    })

    test('of somebody without a role sees nothing', async () => {
      const { status, body } = await verify(await at.tokenFor('none'))
      expect(status).toBe(200)
      expect(body).toMatchObject({ user: { role: [], menu: [], actor: { rights: {} } } })
      const model = await at.call('none', 'GET', `model/${String(body.model)}`)
      expect(model.body).toMatchObject({ model: { entities: {}, resources: {} } })
    })

    test('is told in the activity log', async () => {
      await at.login(emailOf('operator'))
      const row = await at.database.db
        .selectFrom('logs')
        .selectAll()
        .where('type_log', '=', 'login')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      expect(row).toMatchObject({ id_user: at.ids.users.operator, target: 'users', platform: 'web' })
    })
  })
})

describe('a stored password', () => {
  test('fits the password it was made of and no other, and names its cost', async () => {
    const hash = await hashPassword('contraseña')
    expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(await passwordFits('contraseña', hash)).toBe(true)
    expect(await passwordFits('contraseña'.normalize('NFD'), hash)).toBe(true)
    expect(await passwordFits('contrasena', hash)).toBe(false)
    expect(await passwordFits('x', null)).toBe(false)
    expect(await passwordFits('x', '$scrypt$ln=31,r=8,p=1$AAAA$AAAA')).toBe(false)
  })

  test('is salted', async () => {
    expect(await hashPassword('igual')).not.toBe(await hashPassword('igual'))
  })
})
