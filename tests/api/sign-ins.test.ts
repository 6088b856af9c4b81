import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { wakeJob } from '../../src/server/platform/jobs/wake-job'
import { isAllowed, wrongNetwork } from '../../src/server/platform/network/allowed-addresses'
import { oneEngine } from '../engines'
import { accountsApp, HERE, type AccountsApp } from './accounts-fixture'
import { type RoleName } from './fixture-users'

const resources = {
  people: {
    entity: 'users',
    title: 'Personas',
    form: { rows: [['name', 'email', 'password', 'id_role', 'type_user', 'id_company']] },
  },
  roles: {
    title: 'Roles',
    form: { rows: [['name', 'type_user', 'root', 'addresses', 'session_hours', 'all_modules']] },
  },
  sign_ins: { title: 'Ingresos', readOnly: true },
}
const ELSEWHERE = '203.0.113.9'

test.each([
  ['', HERE, true],
  ['198.51.100.0/24', HERE, true],
  ['198.51.100.0/24', ELSEWHERE, false],
  ['198.51.100.7', '198.51.100.8', false],
  ['# casa\n203.0.113.0/24, 198.51.100.7', HERE, true],
  ['2001:db8::/48', '2001:db8:0:5::1', true],
  ['2001:db8::/48', '2001:db9::1', false],
  ['198.51.100.0/24', `::ffff:${HERE}`, true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['::/0', '2001:db8::1', true],
] as const)('a list %j has %s: %s', (list, address, expected) => {
  expect(isAllowed(list, address)).toBe(expected)
})

test.each(['300.1.1.1', '10.0.0.0/33', '2001:db8::/129', 'casa', '10.0.0.0/', '10.0.0.0/8/8', 'fe80::1%eth0'])(
  '%j is no network',
  (line) => {
    expect(wrongNetwork(`10.0.0.0/8\n${line}`)).toBe(line)
  },
)

oneEngine((_engine, open) => {
  describe('where, how long and by whom an account is used', () => {
    let app: AccountsApp
    let at: AccountsApp['at']
    beforeAll(async () => {
      app = await accountsApp(open, resources)
      at = app.at
    })
    afterAll(() => at?.close())

    const wait = (minutes: number) => app.wait(minutes * 60)
    const ask: AccountsApp['ask'] = (method, path, asked) => app.ask(method, path, asked)
    const enter = (
      role: RoleName,
      { from, agent, ...more }: { from?: string; agent?: string; uuid?: string; password?: string } = {},
    ) => app.enter(role, more, { ...(from !== undefined && { from }), ...(agent !== undefined && { agent }) })
    const tokenOf = async (role: RoleName, more = {}) => String((await enter(role, more)).body.token)
    const roleOf = (role: RoleName) => app.roleOf(role)
    const setRole = (token: string, id: number, body: JsonObject) => app.post(token, 'roles/create', { id, ...body })
    const mails = async (role: RoleName) => (await app.mailsTo(role)).map(({ subject, body }) => `${subject} ${body}`)

    test("a role's list of addresses refuses log-ins, calls of sessions that are open, and API keys from elsewhere", async () => {
      const [root, token] = [await tokenOf('root'), await tokenOf('reader')]
      const key = await ask('POST', 'admin/me/createKey', {
        token,
        body: { name: 'Programa', modules: [{ id: 'people', edit: 0 }] },
      })
      const id = await roleOf('reader')
      expect((await setRole(root, id, { addresses: '198.51.100.0/24\n10.0.0/8' })).body.errors).toEqual({
        addresses: '«10.0.0/8» no es una dirección ni una red, como 190.12.80.0/24.',
      })
      expect((await setRole(root, id, { addresses: '198.51.100.0/24\n2001:db8::/32' })).status).toBe(200)
      expect((await ask('GET', 'admin/people', { token })).status).toBe(200)
      expect((await ask('GET', 'admin/people', { token, from: '2001:db8::7' })).status).toBe(200)
      const refused = {
        status: 403,
        body: {
          code: 'FORBIDDEN',
          msg: 'Desde esta dirección de red no se puede ingresar con su rol. Avise al administrador.',
        },
      }
      for (const path of ['admin/people', 'admin/verify', 'rest/people'])
        expect(await ask('GET', path, { token, from: ELSEWHERE })).toMatchObject(refused)
      expect((await enter('reader')).status).toBe(200)
      expect(await enter('reader', { from: ELSEWHERE })).toMatchObject({
        status: 401,
        body: { code: 'LOGIN_FAILED', msg: refused.body.msg },
      })
      // Whoever lacks the password is not told of it.
      expect((await enter('reader', { from: ELSEWHERE, password: 'no-es-esta' })).body.msg).toBe(
        'Usuario o contraseña incorrectos.',
      )
      const secret = String(key.body.key)
      expect([
        (await ask('GET', 'rest/people', { token: secret })).status,
        (await ask('GET', 'rest/people', { token: secret, from: ELSEWHERE })).status,
      ]).toEqual([200, 403])
      expect((await ask('POST', 'admin/login/logout', { token, from: ELSEWHERE })).status).toBe(200)
      expect((await setRole(root, id, { addresses: null })).status).toBe(200)
    })

    test('nobody shuts themselves out by a save, and root alone gives such a list', async () => {
      const root = await tokenOf('root')
      const id = await roleOf('root')
      expect((await setRole(root, id, { addresses: '203.0.113.0/24' })).body.errors).toEqual({
        addresses: `Usted quedaría fuera: su dirección es ${HERE}.`,
      })
      expect((await setRole(root, id, { addresses: `203.0.113.0/24\n${HERE}` })).status).toBe(200)
      expect((await setRole(root, id, { addresses: null })).status).toBe(200)
      const operator = await tokenOf('operator')
      expect((await setRole(operator, await roleOf('reader'), { addresses: HERE })).body.errors).toHaveProperty(
        'addresses',
      )
      expect((await setRole(operator, await roleOf('reader'), { session_hours: 3 })).body.errors).toHaveProperty(
        'session_hours',
      )
    })

    test('a session ends after the hours of its role, however busy', async () => {
      const root = await tokenOf('root')
      expect((await setRole(root, await roleOf('reader'), { session_hours: 8 })).status).toBe(200)
      const [token, other] = [await tokenOf('reader'), await tokenOf('operator')]
      for (let hour = 0; hour < 7; hour++) {
        wait(60)
        expect((await ask('GET', 'admin/people', { token })).status).toBe(200)
      }
      wait(61)
      expect([
        (await ask('GET', 'admin/people', { token })).status,
        (await ask('GET', 'admin/people', { token: other })).status,
      ]).toEqual([401, 200])
    })

    test('the list of sessions shows as closed those that outlived the hours of their role, and no others', async () => {
      expect((await setRole(await tokenOf('root'), await roleOf('reader'), { session_hours: 8 })).status).toBe(200)
      await Promise.all([tokenOf('reader'), tokenOf('operator')])
      wait(8 * 60 + 1)
      await wakeJob(at.database.db, 'engine.sessions')
      const open = (role: RoleName) =>
        at.database.db
          .selectFrom('sessions')
          .where('id_user', '=', at.ids.users[role])
          .where('state', '=', '1')
          .select('id')
          .execute()
      await expect.poll(async () => (await open('reader')).length).toBe(0)
      expect((await open('operator')).length).toBeGreaterThan(0)
    })

    test('a person sees when, from where and how their account was opened, and what was refused', async () => {
      wait(60)
      await enter('companyA', { uuid: 'mine' })
      await enter('companyA', { uuid: 'mine', password: 'no-es-esta', from: ELSEWHERE })
      const token = await tokenOf('companyA', { uuid: 'mine' })
      const { items } = (await ask('GET', 'admin/me/signIns', { token })).body as { items: JsonObject[] }
      expect(items.map(({ result, how, address, new_device }) => [result, how, address, new_device])).toEqual([
        ['ok', 'password', HERE, 0],
        ['password', 'password', ELSEWHERE, 0],
        ['ok', 'password', HERE, 0],
      ])
      expect(items[0]?.date_created).toBe(new Date(app.now_ms()).toISOString())
      expect(
        JSON.stringify((await ask('GET', 'admin/me/signIns', { token: await tokenOf('companyB') })).body),
      ).not.toContain(ELSEWHERE)
    })

    test('a log-in from a device that the account never used is marked and mailed, the first of all is not', async () => {
      wait(60)
      expect(await mails('companyA')).toEqual([])
      await enter('companyA', { uuid: 'theirs', from: ELSEWHERE, agent: 'Mozilla/5.0 (X11; Linux) Firefox/140' })
      const told = await mails('companyA')
      expect(told).toHaveLength(1)
      expect(told[0]).toContain(ELSEWHERE)
      await enter('companyA', { uuid: 'theirs' })
      await enter('companyA', { uuid: 'mine', from: ELSEWHERE })
      expect(await mails('companyA')).toHaveLength(1)
    })

    test('staff read and export the log-ins of all; names that nobody has are in no list', async () => {
      await ask('POST', 'admin/login/login', { body: { username: 'nadie@test.pe', password: 'no-es-esta' } })
      const root = await tokenOf('root')
      const { items } = (await ask('GET', 'admin/sign_ins?limit=100', { token: root })).body as { items: JsonObject[] }
      expect(items.length).toBeGreaterThan(5)
      const file = await at.app.inject({
        method: 'GET',
        url: '/api/admin/sign_ins/export?format=csv',
        remoteAddress: HERE,
        headers: { authorization: `Bearer ${root}` },
      })
      expect(file.statusCode).toBe(200)
      expect(file.body).toContain(ELSEWHERE)
    })
  })
})
