import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { softPasskey, type SoftPasskey } from '../soft-passkey'
import { accountsApp, type AccountsApp } from './accounts-fixture'
import { PASSWORD, type RoleName } from './fixture-users'

const resources = {
  people: {
    entity: 'users',
    title: 'Personas',
    form: { rows: [['name', 'email', 'password', 'id_role', 'type_user', 'id_company']] },
  },
  roles: {
    title: 'Roles',
    form: { rows: [['name', 'type_user', 'root', 'second_factor', 'can_set_passwords', 'all_modules']] },
  },
}
const ORIGIN = 'http://localhost:8080'
const PUBLIC = 'https://admin.example.com'
const host = { host: 'localhost:8080' }

oneEngine((_engine, open) => {
  describe('a passkey', () => {
    let app: AccountsApp
    beforeAll(async () => {
      app = await accountsApp(open, resources)
    })
    afterAll(() => app?.at.close())

    const post = (token: string, path: string, body: JsonObject = {}, headers: { [name: string]: string } = host) =>
      app.ask('POST', `admin/${path}`, { token, body, headers })
    const enter = (role: RoleName, more: JsonObject = {}) => app.enter(role, more, { headers: host })
    const login = (passkey: JsonObject, headers: { [name: string]: string } = host) =>
      app.ask('POST', 'admin/login/login', { body: { passkey }, headers })
    const question = async (headers: { [name: string]: string } = host) =>
      (await app.ask('POST', 'admin/login/passkeyOptions', { headers })).body.options
    const own = async (token: string) => (await app.ask('GET', 'admin/me/secondFactor', { token, headers: host })).body

    /** Makes one for an account, in a new session of it. */
    async function made(role: RoleName, counter = 1): Promise<{ token: string; key: SoftPasskey; codes: string[] }> {
      const token = await app.tokenOf(role, {}, { headers: host })
      const key = softPasskey(ORIGIN, counter)
      const begun = await post(token, 'me/beginPasskey')
      expect(begun).toMatchObject({ status: 200, body: { options: { rp: { id: 'localhost' } } } })
      const {
        body: { options },
      } = begun
      const done = await post(token, 'me/addPasskey', { name: 'Laptop', passkey: key.make(options) })
      expect(done).toMatchObject({ status: 200 })
      return { token, key, codes: done.body.codes as string[] }
    }

    test('logs in without a password, is logged and mailed, and its owner sees it used', async () => {
      const { token, key, codes } = await made('operator')
      expect(codes).toHaveLength(10)
      expect(await own(token)).toMatchObject({
        since: null,
        codes_left: 10,
        passkeys: [{ name: 'Laptop', site: 'localhost', date_used: null }],
        passkeys_at: ORIGIN,
      })
      expect((await app.mailsTo('operator')).map(({ subject }) => subject)).toEqual([
        'Se agregó una clave de acceso a su cuenta',
      ])
      expect((await app.mailsTo('operator'))[0]?.body).toContain('«Laptop»')
      expect(await app.logged('passkey_on')).toEqual([[app.at.ids.users.operator, app.at.ids.users.operator]])
      const options = (await question()) as JsonObject
      expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
      const entered = await login(key.answer(options))
      expect(entered).toMatchObject({ status: 200, body: { name: 'operator' } })
      expect((await app.get(String(entered.body.token), 'people')).status).toBe(200)
      expect((await own(token)).passkeys).toMatchObject([{ date_used: '2026-11-21T05:00:00.000Z' }])
      expect((await app.get(token, 'me/signIns')).body.items).toMatchObject([
        { result: 'ok', how: 'passkey' },
        { how: 'password' },
      ])
      await app.withoutFactor('operator')
    })

    test('opens once for one challenge, however often it is sent, also at once', async () => {
      // Without a counter, which would refuse the second by itself.
      const { key } = await made('operator', 0)
      const answer = key.answer(await question())
      const answers = await Promise.all(Array.from({ length: 5 }, () => login(answer)))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401])
      expect(await login(answer)).toMatchObject({
        status: 401,
        body: { code: 'LOGIN_FAILED', msg: 'La clave de acceso no se reconoció. Ingrese con su contraseña.' },
      })
      await app.withoutFactor('operator')
    })

    test('is refused over a challenge that is old, of something else, or none of ours', async () => {
      const { token, key } = await made('operator')
      const old = await question()
      app.wait(5 * 60 + 1)
      expect((await login(key.answer(old))).status).toBe(401)
      expect(
        (await login(key.answer({ challenge: Buffer.from('login.0.zzzzzzzz.AAAA.BBBB').toString('base64url') })))
          .status,
      ).toBe(401)
      const {
        body: { options },
      } = await post(token, 'me/passkeyOptions')
      expect((await login(key.answer(options))).status).toBe(401)
      await app.withoutFactor('operator')
    })

    test('is refused from another origin, and for another host', async () => {
      const { key } = await made('operator')
      for (const place of [
        { origin: 'https://localhost.evil.example' },
        { origin: 'http://localhost:9090' },
        { host: 'evil.example' },
      ]) {
        expect((await login(key.answer(await question(), place))).status).toBe(401)
      }
      expect((await login(key.answer(await question()))).status).toBe(200)
      await app.withoutFactor('operator')
    })

    test('alone opens only after it asked for its holder; after the password its being there is enough', async () => {
      const { key } = await made('operator')
      key.verifies = false
      expect((await login(key.answer(await question()))).status).toBe(401)
      const asked = await enter('operator')
      expect(asked).toMatchObject({
        status: 401,
        body: { code: 'SECOND_FACTOR', passkey: { allowCredentials: [{ id: key.id }] } },
      })
      const answer = key.answer(asked.body.passkey)
      const entered = await enter('operator', { passkey: answer })
      expect(entered.status).toBe(200)
      const [last] = (await app.get(String(entered.body.token), 'me/signIns')).body.items as JsonObject[]
      expect(last).toMatchObject({ result: 'ok', how: 'password_passkey' })
      expect((await enter('operator', { passkey: answer })).body).toMatchObject({
        code: 'VALIDATION',
        errors: { code: 'La clave de acceso no se reconoció. Vuelva a intentarlo o use otro medio.' },
      })
      // Whoever lacks the password learns nothing of it.
      expect((await enter('operator', { password: 'no-es-esta' })).body).not.toHaveProperty('passkey')
      await app.withoutFactor('operator')
    })

    test('of another account proves nobody but its own holder', async () => {
      const [mine, theirs] = [await made('operator'), await made('reader')]
      const asked = await enter('operator')
      expect((await enter('operator', { passkey: theirs.key.answer(asked.body.passkey) })).status).toBe(422)
      const {
        body: { options },
      } = await post(mine.token, 'me/passkeyOptions')
      expect((await post(mine.token, 'me/confirm', { passkey: theirs.key.answer(options) })).status).toBe(422)
      // Nor is it taken over by enrolling it once more.
      const begun = await post(mine.token, 'me/beginPasskey')
      expect(
        (await post(mine.token, 'me/addPasskey', { name: 'Ajena', passkey: theirs.key.make(begun.body.options) }))
          .status,
      ).toBe(422)
      expect((await post(mine.token, 'me/removePasskey', { id: 999_999 })).status).toBe(404)
      const [{ id: other = 0 } = {}] = (await own(theirs.token)).passkeys as { id: number }[]
      expect((await post(mine.token, 'me/removePasskey', { id: other })).status).toBe(404)
      expect((await post(mine.token, 'me/renamePasskey', { id: other, name: 'Mía' })).status).toBe(404)
      await app.withoutFactor('operator')
      await app.withoutFactor('reader')
    })

    test('whose counter went back was copied: it is refused, and the log says so', async () => {
      const { key } = await made('operator')
      key.counter = 9
      expect((await login(key.answer(await question()))).status).toBe(200)
      key.counter = 4
      expect((await login(key.answer(await question()))).status).toBe(401)
      expect(await app.logged('passkey_refused')).toEqual([[null, app.at.ids.users.operator]])
      await app.withoutFactor('operator')
    })

    test('is renamed and removed by its owner with the password of the last ten minutes; removed, it opens nothing', async () => {
      const { token, key } = await made('operator')
      const [{ id = 0 } = {}] = (await own(token)).passkeys as { id: number }[]
      expect((await post(token, 'me/renamePasskey', { id, name: '  Laptop de Ana ' })).body.msg).toBe(
        'La clave de acceso se llama ahora «Laptop de Ana»',
      )
      app.wait(11 * 60)
      for (const [path, body] of [
        ['beginPasskey', {}],
        ['addPasskey', { name: 'X', passkey: {} }],
        ['removePasskey', { id }],
      ] as const) {
        expect((await post(token, `me/${path}`, body)).body.code).toBe('CONFIRM')
      }
      const {
        body: { options },
      } = await post(token, 'me/passkeyOptions')
      expect((await post(token, 'me/confirm', { passkey: key.answer(options) })).status).toBe(200)
      expect((await post(token, 'me/removePasskey', { id })).status).toBe(200)
      expect((await login(key.answer(await question()))).status).toBe(401)
      expect((await enter('operator')).status).toBe(200)
      expect(await own(token)).toMatchObject({ codes_left: 0, passkeys: [] })
      expect((await app.mailsTo('operator')).at(-1)?.subject).toBe('Se quitó una clave de acceso de su cuenta')
    })

    test('is the second factor that a role requires: enrolled before anything else, and the last one stays', async () => {
      const role = await app.roleOf('reader')
      const [root, reader] = [await app.tokenOf('root'), await app.tokenOf('reader', {}, { headers: host })]
      expect((await post(root, 'roles/create', { id: role, second_factor: 1 })).status).toBe(200)
      expect((await app.get(reader, 'people')).body.code).toBe('ENROL')
      const { token, key } = await made('reader')
      expect((await app.get(token, 'people')).status).toBe(200)
      expect((await app.get(reader, 'people')).status).toBe(200)
      const [{ id = 0 } = {}] = (await own(token)).passkeys as { id: number }[]
      expect(await post(token, 'me/removePasskey', { id })).toMatchObject({
        status: 403,
        body: { msg: 'Su rol exige el segundo factor: no se puede desactivar.' },
      })
      expect((await login(key.answer(await question()))).status).toBe(200)
      // Beside an application it may go, and then the application stays.
      expect((await app.enrol(token)).codes).toEqual([])
      expect((await post(token, 'me/removePasskey', { id })).status).toBe(200)
      expect((await post(token, 'me/turnOffSecondFactor')).status).toBe(403)
      await post(root, 'roles/create', { id: role, second_factor: 0 })
      await app.withoutFactor('reader')
    })

    test('is for the public address alone that the settings name, whatever a proxy or a caller says', async () => {
      const root = await app.tokenOf('root')
      const { db } = app.at.database
      // Without the setting, this very machine is the only address.
      expect(
        (await app.ask('POST', 'admin/login/passkeyOptions', { headers: { host: 'evil.example' } })).body.msg,
      ).toContain('Dirección de la consola')
      expect(
        (await app.ask('POST', 'admin/login/passkeyOptions', { headers: { host: '127.0.0.1:8080' } })).status,
      ).toBe(403)
      await db
        .insertInto('settings')
        .values({ key: 'url_console', value: JSON.stringify(`${PUBLIC}/`) })
        .execute()
      app.at.runtime.changed('settings')
      const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
      const key = softPasskey(PUBLIC)
      await post(root, 'me/confirm', { password: PASSWORD })
      const begun = await post(root, 'me/beginPasskey', {}, forged)
      expect(begun.body.options).toMatchObject({ rp: { id: 'admin.example.com' } })
      expect(
        (await post(root, 'me/addPasskey', { name: 'Teléfono', passkey: key.make(begun.body.options) }, forged)).status,
      ).toBe(200)
      expect((await login(key.answer(await question(forged), { origin: 'https://evil.example' }), forged)).status).toBe(
        401,
      )
      expect((await login(key.answer(await question(forged)), forged)).status).toBe(200)
      await db.deleteFrom('settings').where('key', '=', 'url_console').execute()
      app.at.runtime.changed('settings')
      await app.withoutFactor('root')
    })

    test('of an account that is switched off, or not let in from here, opens nothing and says why to its holder alone', async () => {
      const { key } = await made('companyA')
      await app.at.database.db
        .updateTable('users')
        .set({ state: '0' })
        .where('id', '=', app.at.ids.users.companyA)
        .execute()
      expect((await login(key.answer(await question()))).status).toBe(401)
      await app.at.database.db
        .updateTable('users')
        .set({ state: '1' })
        .where('id', '=', app.at.ids.users.companyA)
        .execute()
      expect((await login(key.answer(await question()))).status).toBe(200)
    })

    test('made of nonsense is refused like one that nobody has', async () => {
      for (const passkey of [
        {},
        { id: 'x' },
        { id: 'x', response: {} },
        { id: 'x'.repeat(5000), response: { clientDataJSON: 'e30' } },
        7,
        'x',
        [],
      ] as unknown as JsonObject[]) {
        expect([JSON.stringify(passkey).slice(0, 30), (await login(passkey)).status]).toEqual([
          JSON.stringify(passkey).slice(0, 30),
          401,
        ])
      }
    })
  })
})
