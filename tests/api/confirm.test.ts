import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { emailOf, PASSWORD } from './fixture-users'

const resources = {
  people: {
    entity: 'users',
    title: 'Personas',
    form: { rows: [['name', 'email', 'password', 'id_role', 'type_user', 'id_company']] },
  },
  roles: { title: 'Roles', form: { rows: [['name', 'type_user', 'root', 'can_set_passwords', 'all_modules']] } },
}
const MINUTE_MS = 60_000
const NEW_PASSWORD = 'una frase bien larga'

oneEngine((_engine, open) => {
  describe('a sensitive act', () => {
    let at: TestApp
    let clock_ms = Date.parse('2026-11-21T05:00:00Z')
    const wait = (minutes: number) => {
      clock_ms += minutes * MINUTE_MS
    }
    beforeAll(async () => {
      at = await testApp({ open, resources, now: () => new Date(clock_ms) })
    })
    afterAll(() => at?.close())

    const enter = async (email: string) => String((await at.login(email)).body.token)
    const post = (token: string, path: string, body: JsonObject = {}) =>
      at.request({ method: 'POST', url: `/api/admin/${path}`, token, payload: JSON.stringify(body) })
    const confirm = (token: string, password = PASSWORD) => post(token, 'me/confirm', { password })
    const unsure = {
      status: 403,
      body: { ok: false, code: 'CONFIRM', msg: 'Confirme que es usted: escriba su contraseña.' },
    }
    const mailsTo = async (recipient: string) =>
      (
        await at.database.db
          .selectFrom('mail_outbox')
          .select(['subject', 'body'])
          .where('recipient', '=', recipient)
          .orderBy('id')
          .execute()
      ).map(({ subject, body }) => `${String(subject)}\n${String(body)}`)
    const put = async (table: string, row: { [column: string]: unknown }) =>
      Number((await at.database.db.insertInto(table).values(row).returning('id').executeTakeFirstOrThrow()).id)

    test("needs the asker's own password of the last ten minutes; a log-in gives it, and so does the call for it", async () => {
      const token = await enter(emailOf('root'))
      const { reader, companyA } = at.ids.users
      const acts: [string, JsonObject][] = [
        ['people/create', { id: reader, password: NEW_PASSWORD }],
        ['people/create', { name: 'Otra', type_user: '1', email: 'otra@test.pe', password: NEW_PASSWORD }],
        ['people/create', { id: reader, email: 'lectora@test.pe' }],
        ['people/create', { id: at.ids.users.root, email: 'otra-raiz@test.pe' }],
        ['users/loginAs', { id: companyA }],
        ['settings/mailSave', { mail_sender: 'a@test.pe' }],
        ['roles/create', { name: 'Otra raíz', type_user: '1', root: 1 }],
        ['roles/create', { name: 'Con llave', type_user: '1', can_set_passwords: 1 }],
      ]
      wait(11)
      for (const [path, body] of acts) expect([path, await post(token, path, body)]).toMatchObject([path, unsure])
      expect((await confirm(token, 'no-es-esta')).body).toMatchObject({
        code: 'VALIDATION',
        errors: { password: expect.any(String) as unknown },
      })
      expect(await post(token, ...(acts[0] as [string, JsonObject]))).toMatchObject(unsure)
      expect((await confirm(token)).status).toBe(200)
      for (const [path, body] of acts) expect([path, (await post(token, path, body)).status]).toEqual([path, 200])
      // What is everyday work asks nothing.
      wait(11)
      expect((await post(token, 'people/create', { id: reader, name: 'Lectora' })).status).toBe(200)
      expect(
        (
          await post(token, 'people/create', {
            name: 'Cliente',
            type_user: '3',
            email: 'cliente@test.pe',
            password: NEW_PASSWORD,
          })
        ).status,
      ).toBe(200)
      await at.database.db
        .updateTable('users')
        .set({ email: emailOf('root') })
        .where('id', '=', at.ids.users.root)
        .execute()
    })

    test('gives the root role only with the password', async () => {
      const token = await enter(emailOf('root'))
      const role = Number(
        (
          await at.database.db
            .selectFrom('roles')
            .select('id')
            .where('root', '=', true)
            .orderBy('id')
            .executeTakeFirstOrThrow()
        ).id,
      )
      wait(11)
      expect(await post(token, 'people/create', { id: at.ids.users.none, id_role: role })).toMatchObject(unsure)
      expect((await confirm(token)).status).toBe(200)
      expect((await post(token, 'people/create', { id: at.ids.users.none, id_role: role })).status).toBe(200)
    })

    test("in somebody else's view asks the viewer's password", async () => {
      const token = await enter(emailOf('root'))
      await at.database.db
        .updateTable('roles')
        .set({ can_set_passwords: true, all_modules: '2' })
        .where('name', '=', 'Administrador de empresa')
        .execute()
      const employee = await put('users', {
        name: 'Ela',
        type_user: '3',
        email: 'ela@test.pe',
        id_company: at.ids.companies.a,
        password: 'x',
      })
      const { body } = await post(token, 'users/loginAs', { id: at.ids.users.companyA })
      wait(11)
      const act = () => post(String(body.token), 'people/create', { id: employee, password: NEW_PASSWORD })
      expect(await act()).toMatchObject(unsure)
      await at.database.db
        .updateTable('users')
        .set({ password: null })
        .where('id', '=', at.ids.users.companyA)
        .execute()
      expect((await confirm(String(body.token))).status).toBe(200)
      expect((await act()).status).toBe(200)
    })

    test('counts wrong passwords as a log-in does', async () => {
      wait(20)
      const token = await enter(emailOf('companyB'))
      for (let nth = 0; nth < 10; nth++) expect((await confirm(token, 'no-es-esta')).status).toBe(422)
      expect(await confirm(token)).toMatchObject({ status: 429, body: { code: 'TOO_MANY' } })
      expect((await at.request({ method: 'GET', url: '/api/admin/me/confirm?password=x', token })).status).toBe(405)
      expect((await at.call(null, 'POST', 'me/confirm', { password: PASSWORD })).status).toBe(401)
    })

    test("on a peer's password needs a right of its own, which only root gives, and the owner hears of it", async () => {
      const peer = await put('users', {
        name: 'Colega',
        surname: 'Uno',
        type_user: '1',
        email: 'colega@test.pe',
        language: 'es',
        password: 'x',
      })
      const operator = await enter(emailOf('operator'))
      const refused = await post(operator, 'people/create', { id: peer, password: NEW_PASSWORD })
      expect(refused).toMatchObject({ status: 422, body: { errors: { password: expect.any(String) as unknown } } })
      expect(await post(operator, 'people/create', { id: peer, email: 'mia@test.pe' })).toMatchObject({
        status: 422,
        body: { errors: { email: expect.any(String) as unknown } },
      })
      const role = Number(
        (
          await at.database.db
            .selectFrom('users')
            .select('id_role')
            .where('id', '=', at.ids.users.operator)
            .executeTakeFirstOrThrow()
        ).id_role,
      )
      expect((await post(operator, 'roles/create', { id: role, can_set_passwords: 1 })).status).toBe(422)
      expect(await mailsTo('colega@test.pe')).toEqual([])
      expect(
        (await post(await enter(emailOf('root')), 'roles/create', { id: role, can_set_passwords: 1 })).status,
      ).toBe(200)
      await expect
        .poll(async () => (await post(operator, 'people/create', { id: peer, password: NEW_PASSWORD })).status)
        .toBe(200)
      expect((await post(operator, 'people/create', { id: peer, email: 'colega-dos@test.pe' })).status).toBe(200)
      expect(await mailsTo('colega@test.pe')).toEqual([
        expect.stringMatching(/contraseña nueva[^]*operator Prueba/),
        expect.stringMatching(/correo[^]*colega-dos@test\.pe/),
      ])
      expect(await mailsTo('colega-dos@test.pe')).toEqual([])
    })

    test("on one's own password is written to the owner too", async () => {
      const email = emailOf('readerA')
      const token = await enter(email)
      expect(
        (await post(token, 'me/updateProfile', { password: NEW_PASSWORD, password_current: PASSWORD })).status,
      ).toBe(200)
      expect(await mailsTo(email)).toEqual([expect.stringContaining('Su contraseña fue cambiada')])
    })

    test('is given to nobody by a role that its giver does not have', async () => {
      const keeper = await put('roles', { name: 'Llavero', type_user: '1', can_set_passwords: true })
      await put('users', {
        name: 'Sin llave',
        type_user: '1',
        email: 'sin-llave@test.pe',
        password: 'x',
        id_role: null,
      })
      await at.database.db
        .updateTable('roles')
        .set({ can_set_passwords: false })
        .where('name', '=', 'Operador')
        .execute()
      const operator = await enter(emailOf('operator'))
      expect(
        await post(operator, 'people/create', {
          name: 'Nueva',
          type_user: '1',
          email: 'nueva@test.pe',
          id_role: keeper,
        }),
      ).toMatchObject({ status: 422, body: { errors: { id_role: expect.any(String) as unknown } } })
    })
  })
})
