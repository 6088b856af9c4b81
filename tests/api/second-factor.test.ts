import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resetFactorOf } from '../../src/server/work/accounts/reset-factor'
import { oneEngine } from '../engines'
import { accountsApp, type AccountsApp } from './accounts-fixture'
import { emailOf, PASSWORD, type RoleName } from './fixture-users'

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

oneEngine((_engine, open) => {
  describe('a second factor', () => {
    let app: AccountsApp
    let at: AccountsApp['at']
    beforeAll(async () => {
      app = await accountsApp(open, resources)
      at = app.at
    })
    afterAll(() => at?.close())

    const post: AccountsApp['post'] = (token, path, body) => app.post(token, path, body)
    const get: AccountsApp['get'] = (token, path) => app.get(token, path)
    const enter: AccountsApp['enter'] = (role, more) => app.enter(role, more)
    const tokenOf: AccountsApp['tokenOf'] = (role, more) => app.tokenOf(role, more)
    const codeOf = (secret: string) => app.codeOf(secret)
    const wait = (seconds: number) => app.wait(seconds)
    const enrol = (token: string) => app.enrol(token)
    const remove = (role: RoleName) => app.withoutFactor(role)
    const logged = (verb: string) => app.logged(verb)
    const mailsTo = async (role: RoleName) => (await app.mailsTo(role)).map(({ subject }) => subject)

    test('counts once a code of it was typed; the log-in asks for one after the password, without a session before', async () => {
      const token = await tokenOf('operator')
      expect((await get(token, 'me/secondFactor')).body).toMatchObject({ since: null, codes_left: 0, required: false })
      const { body } = await post(token, 'me/beginSecondFactor')
      const secret = String(body.secret)
      expect(body.uri).toContain(`secret=${secret}`)
      // Begun alone it asks nobody for anything.
      expect((await enter('operator')).status).toBe(200)
      expect((await post(token, 'me/turnOnSecondFactor', { code: '000000' })).body).toMatchObject({
        code: 'VALIDATION',
        errors: { code: expect.any(String) as unknown },
      })
      expect((await post(token, 'me/turnOnSecondFactor', { code: codeOf(secret) })).body.codes).toHaveLength(10)
      expect((await get(token, 'me/secondFactor')).body).toMatchObject({
        since: '2026-11-21T05:00:00.000Z',
        codes_left: 10,
      })
      expect(await mailsTo('operator')).toEqual(['Se activó el segundo factor de su cuenta'])
      expect(await logged('factor_on')).toEqual([[at.ids.users.operator, at.ids.users.operator]])

      const asked = await enter('operator')
      expect(asked).toMatchObject({
        status: 401,
        body: {
          ok: false,
          code: 'SECOND_FACTOR',
          msg: 'Escriba el código de su aplicación de autenticación, o un código de recuperación.',
        },
      })
      expect(asked.body.token).toBeUndefined()
      // What was used to turn it on opens nothing more.
      expect((await enter('operator', { code: codeOf(secret) })).status).toBe(422)
      wait(30)
      const code = codeOf(secret)
      expect((await enter('operator', { code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(200)
      expect((await enter('operator', { code })).body).toMatchObject({
        code: 'VALIDATION',
        errors: { code: 'El código no es correcto o ya se usó. Escriba el que se ve ahora.' },
      })
      // Whoever lacks the password learns nothing of it.
      expect((await enter('operator', { code, password: 'no-es-esta' })).body.code).toBe('LOGIN_FAILED')
      await remove('operator')
    })

    test('opens for one of two log-ins that send the same code at once', async () => {
      const { secret } = await enrol(await tokenOf('reader'))
      const code = codeOf(secret)
      const answers = await Promise.all(Array.from({ length: 6 }, () => enter('reader', { code })))
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422, 422, 422, 422, 422])
      await remove('reader')
      wait(1000)
    })

    test('counts wrong codes as wrong passwords, and asking for the code forgives none', async () => {
      const { secret } = await enrol(await tokenOf('companyB'))
      for (let nth = 0; nth < 10; nth++) {
        expect((await enter('companyB', { code: '000000' })).status).toBe(422)
        expect((await enter('companyB')).body.code).toBe(nth < 9 ? 'SECOND_FACTOR' : 'TOO_MANY')
      }
      expect((await enter('companyB', { code: codeOf(secret) })).status).toBe(429)
      wait(16 * 60)
      expect((await enter('companyB', { code: codeOf(secret) })).status).toBe(200)
      await remove('companyB')
    })

    test('has ten recovery codes, stored as hashes: each opens once, however it is written, and the owner hears of it', async () => {
      const { codes } = await enrol(await tokenOf('companyA'))
      const [first = '', second = ''] = codes
      expect(new Set(codes).size).toBe(10)
      expect(first).toMatch(/^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/)
      const stored = JSON.stringify(await at.database.db.selectFrom('recovery_codes').selectAll().execute())
      for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''))
      expect((await enter('companyA', { code: first })).status).toBe(200)
      expect((await enter('companyA', { code: first })).status).toBe(422)
      const token = await tokenOf('companyA', { code: second.toUpperCase().replaceAll('-', ' ') })
      expect((await get(token, 'me/secondFactor')).body.codes_left).toBe(8)
      expect((await mailsTo('companyA')).filter((one) => one.includes('recuperación'))).toHaveLength(2)
      const renewed = await post(token, 'me/renewRecoveryCodes')
      expect(renewed.body.codes).toHaveLength(10)
      expect((await enter('companyA', { code: codes[2] ?? '' })).status).toBe(422)
      await remove('companyA')
      wait(1000)
    })

    test('is sealed in the database', async () => {
      const { secret } = await enrol(await tokenOf('none'))
      const row = await at.database.db
        .selectFrom('second_factors')
        .select('secret')
        .where('id_user', '=', at.ids.users.none)
        .executeTakeFirstOrThrow()
      expect(String(row.secret)).toMatch(/^sealed:1:/)
      expect(String(row.secret)).not.toContain(secret)
      await remove('none')
    })

    test('is turned on and off with the password of the last ten minutes', async () => {
      const token = await tokenOf('operator')
      wait(11 * 60)
      expect((await post(token, 'me/beginSecondFactor')).body.code).toBe('CONFIRM')
      await post(token, 'me/confirm', { password: PASSWORD })
      await enrol(token)
      wait(11 * 60)
      for (const path of ['me/turnOffSecondFactor', 'me/renewRecoveryCodes'])
        expect((await post(token, path)).body.code).toBe('CONFIRM')
      await post(token, 'me/confirm', { password: PASSWORD })
      expect((await post(token, 'me/turnOffSecondFactor')).status).toBe(200)
      expect((await enter('operator')).status).toBe(200)
      expect((await mailsTo('operator')).at(-1)).toBe('Se desactivó el segundo factor de su cuenta')
    })

    test("is taken by who may set passwords, in their scope, root's by root alone; sessions end and the owner hears of it", async () => {
      const [owner, root] = [await tokenOf('readerA'), await tokenOf('root')]
      const { secret } = await enrol(owner)
      const id = at.ids.users.readerA
      const admin = await tokenOf('companyA')
      expect((await post(admin, 'users/resetSecondFactor', { id })).status).toBe(403)
      await at.database.db
        .updateTable('roles')
        .set({ can_set_passwords: true })
        .where('name', '=', 'Administrador de empresa')
        .execute()
      at.runtime.changed('roles')
      expect((await post(await tokenOf('companyB'), 'users/resetSecondFactor', { id })).status).toBe(404)
      expect((await post(admin, 'users/resetSecondFactor', { id: at.ids.users.root })).status).toBe(404)
      wait(11 * 60)
      expect((await post(admin, 'users/resetSecondFactor', { id })).body.code).toBe('CONFIRM')
      await post(admin, 'me/confirm', { password: PASSWORD })
      expect(await post(admin, 'users/resetSecondFactor', { id })).toMatchObject({
        status: 200,
        body: { msg: 'readerA Prueba ya no tiene segundo factor' },
      })
      expect((await get(owner, 'me')).status).toBe(401)
      expect((await enter('readerA', { code: codeOf(secret) })).status).toBe(200)
      expect(await logged('factor_reset')).toEqual([[at.ids.users.companyA, id]])
      expect((await mailsTo('readerA')).at(-1)).toBe('Alguien quitó el segundo factor de su cuenta')
      await post(root, 'me/confirm', { password: PASSWORD })
      expect((await post(root, 'users/resetSecondFactor', { id: at.ids.users.root })).status).toBe(403)
      await at.database.db
        .updateTable('roles')
        .set({ can_set_passwords: true })
        .where('name', '=', 'Operador')
        .execute()
      at.runtime.changed('roles')
      expect((await post(await tokenOf('operator'), 'users/resetSecondFactor', { id: at.ids.users.root })).status).toBe(
        403,
      )
    })

    test('that a role requires, as root alone says, is enrolled before anything else, and cannot be turned off', async () => {
      const role = await app.roleOf('reader')
      expect(
        (await post(await tokenOf('operator'), 'roles/create', { id: role, second_factor: 1 })).body,
      ).toMatchObject({ errors: { second_factor: 'No puede cambiar este campo.' } })
      const root = await tokenOf('root')
      const token = await tokenOf('reader')
      expect((await post(root, 'roles/create', { id: role, second_factor: 1 })).status).toBe(200)
      for (const path of ['people', 'me', 'me/sessions', 'roles/permissions', 'menu']) {
        expect([path, (await get(token, path)).body]).toMatchObject([
          path,
          { code: 'ENROL', msg: 'Su rol exige un segundo factor: actívelo para continuar.' },
        ])
      }
      expect((await app.ask('GET', 'rest/people', { token })).body.code).toBe('ENROL')
      expect((await get(await tokenOf('reader'), 'verify')).body.user).toMatchObject({ must_enrol: true })
      await enrol(token)
      expect((await get(token, 'people')).status).toBe(200)
      expect((await post(token, 'me/turnOffSecondFactor')).body.msg).toBe(
        'Su rol exige el segundo factor: no se puede desactivar.',
      )
    })

    test('of the last root is taken by who has the server in their hands: sessions end, the log and the owner hear of it', async () => {
      const token = await tokenOf('root')
      await enrol(token)
      expect((await enter('root')).body.code).toBe('SECOND_FACTOR')
      const reset = (email: string) => resetFactorOf(at.database, at.runtime.words, email, new Date(app.now_ms()))
      expect(await reset('nadie@example.com')).toBeNull()
      expect(await reset(` ${emailOf('root').toUpperCase()} `)).toBe('root Prueba')
      at.runtime.changed('sessions')
      expect((await get(token, 'me')).status).toBe(401)
      expect((await enter('root')).status).toBe(200)
      expect((await logged('factor_reset')).at(-1)).toEqual([null, at.ids.users.root])
      expect((await app.mailsTo('root')).at(-1)?.body).toContain(
        'Quien administra el servidor acaba de quitar el segundo factor',
      )
    })

    test("is nobody else's: who views as a person neither sees nor changes it", async () => {
      const root = await tokenOf('root')
      const { body } = await post(root, 'users/loginAs', { id: at.ids.users.companyB })
      const token = String(body.token)
      expect((await get(token, 'people')).status).toBe(200)
      expect((await get(token, 'me/secondFactor')).status).toBe(403)
      for (const path of ['me/beginSecondFactor', 'me/turnOffSecondFactor', 'me/renewRecoveryCodes'])
        expect((await post(token, path)).status).toBe(403)
    })
  })
})
