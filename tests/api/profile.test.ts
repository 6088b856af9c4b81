import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine, openOne } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { emailOf, PASSWORD } from './fixture-users'

const schemas = {
  users: {
    'x-extends': true,
    properties: {
      document: { type: 'string', title: 'Documento', maxLength: 12 },
      date_birth: { type: 'string', format: 'date', title: 'Nacimiento' },
      id_company: { 'x-type': 'ref', 'x-to': 'companies', 'x-expand': { co_name: 'name' } },
      notes: { type: 'string', title: 'Notas' },
    },
    'x-checks': [
      {
        id: 'born',
        assert: { date_birth: { lt: { now: '0d' } } },
        when: { date_birth: { isNull: false } },
        at: 'date_birth',
        say: 'users.born_in_the_past',
      },
    ],
    'x-scope': { company: 'id_company' },
  },
}

oneEngine((_engine, open) => {
  describe("one's own profile", () => {
    let at: TestApp
    beforeAll(async () => {
      at = await testApp({ open, schemas })
    })
    afterAll(() => at?.close())
    const update = (role: Parameters<typeof emailOf>[0], body: JsonObject) =>
      at.call(role, 'POST', 'me/updateProfile', body)

    test("tells who one is, and which fields are one's own to change", async () => {
      const { body } = await at.call('companyA', 'GET', 'me')
      expect(body.item).toMatchObject({
        id: at.ids.users.companyA,
        name: 'companyA',
        surname: 'Prueba',
        email: emailOf('companyA'),
        co_name: 'Empresa A',
        ro_name: 'Administrador de empresa',
      })
      expect((body.fields as unknown as JsonObject[]).map(({ name }) => name)).toEqual([
        'phone',
        'document',
        'date_birth',
      ])
      expect(JSON.stringify(body)).not.toContain('scrypt')
      expect((await at.call(null, 'GET', 'me')).status).toBe(401)
    })

    test.each(['root', 'operator', 'companyA', 'readerA', 'none'] as const)(
      'is changed by %s, whatever the rights, in phone, document and birth date alone',
      async (role) => {
        const values = { phone: '987654321', document: '45678912', date_birth: '1990-05-17' }
        expect((await update(role, values)).body).toEqual({ ok: true, msg: 'Guardado correctamente' })
        expect((await at.call(role, 'GET', 'me')).body.item).toMatchObject(values)
        for (const name of [
          'name',
          'surname',
          'email',
          'id_role',
          'id_company',
          'state',
          'type_user',
          'notes',
          'id',
          'language',
          'profile',
          'no_such',
        ])
          expect(await update(role, { [name]: name === 'id' ? at.ids.users.root : '1' })).toMatchObject({
            status: 422,
            body: { errors: { [name]: expect.any(String) as unknown } },
          })
        expect((await update(role, { date_birth: '2999-01-01' })).body.errors).toMatchObject({
          date_birth: expect.any(String) as unknown,
        })
      },
    )

    test('keeps a log of what was changed, without the password', async () => {
      await update('reader', { phone: '900111222' })
      await update('reader', { password: 'frase nueva y larga', password_current: PASSWORD })
      const logs = await at.database.db
        .selectFrom('logs')
        .select(['type_log', 'changes'])
        .where('id_user', '=', at.ids.users.reader)
        .where('type_log', '=', 'edit')
        .execute()
      expect(JSON.stringify(logs)).toContain('900111222')
      expect(JSON.stringify(logs)).not.toMatch(/frase|scrypt/)
    })

    test('takes a new password only with the current one, by the rules, and ends the other sessions but not this one', async () => {
      const other = String((await at.login(emailOf('companyB'))).body.token)
      const errors = async (body: JsonObject) => (await update('companyB', body)).body.errors
      expect(await errors({ password: 'frase nueva y larga' })).toMatchObject({
        password_current: expect.any(String) as unknown,
      })
      expect(await errors({ password: 'frase nueva y larga', password_current: 'no es esta' })).toEqual({
        password_current: 'La contraseña actual no es correcta.',
      })
      expect(await errors({ password: '12345678', password_current: PASSWORD })).toEqual({
        password: 'Es una de las contraseñas más usadas. Elija otra.',
      })
      expect(await errors({ password: 'companyb@test.pe', password_current: PASSWORD })).toEqual({
        password: 'No use su correo ni su nombre como contraseña.',
      })
      expect((await update('companyB', { password: 'frase nueva y larga', password_current: PASSWORD })).status).toBe(
        200,
      )
      expect((await at.request({ method: 'GET', url: '/api/admin/verify', token: other })).status).toBe(401)
      expect((await at.call('companyB', 'GET', 'verify')).status).toBe(200)
      expect((await at.login(emailOf('companyB'))).status).toBe(401)
      expect((await at.login(emailOf('companyB'), 'frase nueva y larga')).status).toBe(200)
    })

    test('lets nobody try passwords without end', async () => {
      const tries = []
      for (let i = 0; i < 11; i++)
        tries.push(
          (await update('operator', { password: 'frase nueva y larga', password_current: `intento ${i}` })).status,
        )
      expect(tries).toEqual([...Array.from({ length: 10 }, () => 422), 429])
    })
  })
})

test('every answer carries the headers that keep a browser in; over TLS it is told to stay there', async () => {
  const at = await testApp({ open: openOne })
  const { headers } = await at.call(null, 'GET', 'verify')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe-eval')
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
  })
  expect(headers['strict-transport-security']).toBeUndefined()
  await at.close()
  const behind = await testApp({ open: openOne, trustProxy: 1 })
  const secure = await behind.request({
    method: 'GET',
    url: '/api/admin/verify',
    headers: { 'x-forwarded-proto': 'https' },
  })
  expect(secure.headers['strict-transport-security']).toBe('max-age=63072000')
  await behind.close()
})
