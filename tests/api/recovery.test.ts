import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { passwordError } from '../../src/server/language/actor/password-rules'
import { originFor } from '../../src/server/language/settings/console-origin'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { emailOf, PASSWORD } from './fixture-users'
import { mailServer, type MailServer } from './mail-server'

const MINUTE_MS = 60_000
const LINK = /http:\/\/localhost\/password\/change\/([\w-]{43})/

oneEngine((_engine, open) => {
  describe('a forgotten password', () => {
    let at: TestApp
    let smtp: MailServer
    let clock_ms = Date.parse('2026-11-21T05:00:00Z')
    beforeAll(async () => {
      smtp = await mailServer()
      at = await testApp({ open, now: () => new Date(clock_ms) })
      await at.call('root', 'POST', 'settings/mailSave', {
        mail_sender: 'no-reply@test.pe',
        mail_host: `127.0.0.1:${smtp.port}`,
      })
    })
    afterAll(async () => {
      await at?.close()
      await smtp?.close()
    })

    const post = (path: string, body: JsonObject, host = 'localhost') =>
      at.request({ method: 'POST', url: `/api/admin/${path}`, headers: { host }, payload: JSON.stringify(body) })
    const linkFor = async (role: Parameters<typeof emailOf>[0], nth = 1): Promise<string> => {
      clock_ms += 20 * MINUTE_MS
      expect((await post('login/recover', { username: emailOf(role) })).status).toBe(200)
      const { text } = await smtp.mailTo(emailOf(role), nth)
      return LINK.exec(text)?.[1] ?? `no link in ${text}`
    }
    const save = (token_recover: string, password1: string, password2 = password1) =>
      post('recover/save', { token_recover, password1, password2 })
    const dead = { status: 422, body: { ok: false, msg: 'Este enlace ya no sirve: venció o ya se usó. Pida otro.' } }

    test('is replaced by the link of a mail, once; other sessions end, and the owner is told', async () => {
      const before = String((await at.login(emailOf('reader'))).body.token)
      const token = await linkFor('reader')
      expect((await post('recover', { token_recover: token })).body).toEqual({ ok: true })
      expect((await at.request({ method: 'GET', url: `/api/admin/recover?token_recover=${token}` })).status).toBe(200)
      expect((await save(token, 'una frase bien larga')).body).toEqual({
        ok: true,
        msg: 'Tu contraseña ha sido cambiada exitosamente.',
      })
      expect((await at.request({ method: 'GET', url: '/api/admin/verify', token: before })).status).toBe(401)
      expect((await at.login(emailOf('reader'), PASSWORD)).status).toBe(401)
      expect((await at.login(emailOf('reader'), 'una frase bien larga')).status).toBe(200)
      expect(await save(token, 'otra frase bien larga')).toMatchObject(dead)
      expect(await post('recover', { token_recover: token })).toMatchObject(dead)
      await smtp.mailTo(emailOf('reader'), 2)
      const rows =
        JSON.stringify(await at.database.db.selectFrom('password_recoveries').selectAll().execute()) +
        JSON.stringify(await at.database.db.selectFrom('mail_outbox').selectAll().execute())
      expect(rows).not.toContain(token)
    })

    test('is answered alike whether there is such an account or not, and only the one there is gets a mail', async () => {
      clock_ms += 20 * MINUTE_MS
      await at.database.db.updateTable('users').set({ state: '0' }).where('id', '=', at.ids.users.companyB).execute()
      const texts = new Set<string>()
      for (const username of ['nadie@test.pe', emailOf('companyB'), 'sin arroba', ` ${emailOf('none').toUpperCase()} `])
        texts.add((await post('login/recover', { username })).text)
      texts.add(
        (await at.request({ method: 'GET', url: '/api/admin/login/recover?username=otro@test.pe&id_widget=5' })).text,
      )
      expect([...texts]).toEqual([expect.stringContaining('Si existe una cuenta con ese correo')])
      expect((await smtp.mailTo(emailOf('none'))).text).toMatch(LINK)
      const asked = async () =>
        (await at.database.db.selectFrom('password_recoveries').select('id').where('date_read', 'is', null).execute())
          .length
      await expect.poll(asked).toBe(0)
      expect(smtp.mails.flatMap(({ to }) => to)).not.toContain(emailOf('companyB'))
      expect((await post('login/recover', { username: ' ' })).body).toMatchObject({
        code: 'VALIDATION',
        errors: { username: expect.any(String) as unknown },
      })
    })

    test('its link is too old after an hour, and one that was used takes the others with it', async () => {
      const old = await linkFor('operator')
      clock_ms += 61 * MINUTE_MS
      expect(await post('recover', { token_recover: old })).toMatchObject(dead)
      expect(await save(old, 'una frase bien larga')).toMatchObject(dead)
      const [first, second] = [await linkFor('operator', 2), await linkFor('operator', 3)]
      expect((await save(second, 'una frase bien larga')).status).toBe(200)
      expect(await save(first, 'otra frase bien larga')).toMatchObject(dead)
      for (const token of ['', 'x', 'x'.repeat(43), "' or 1=1 --", 5])
        expect(await post('recover', { token_recover: token })).toMatchObject(dead)
    })

    test('one link serves one of many who use it at once', async () => {
      const token = await linkFor('readerA')
      const answers = await Promise.all(
        ['primera frase larga', 'segunda frase larga', 'tercera frase larga'].map((password) => save(token, password)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    })

    test('is not taken from an address line, and not when weak or unequal; the link still serves afterwards', async () => {
      const token = await linkFor('companyA')
      const byGet = await at.request({
        method: 'GET',
        url: `/api/admin/recover/save?token_recover=${token}&password1=larga-y-buena&password2=larga-y-buena`,
      })
      expect(byGet).toMatchObject({ status: 405, body: { msg: expect.stringContaining('POST') as unknown as string } })
      const errors = async (...passwords: [string, string?]) => (await save(token, ...passwords)).body.errors
      expect(await errors('una frase', 'otra frase')).toEqual({ password2: 'Las contraseñas no coinciden.' })
      expect(await errors('corta')).toMatchObject({ password1: expect.stringContaining('8') as unknown as string })
      expect(await errors('12345678')).toEqual({ password1: 'Es una de las contraseñas más usadas. Elija otra.' })
      expect(await errors('CompanyA2026')).toEqual({ password1: 'No use su correo ni su nombre como contraseña.' })
      expect(await errors('')).toMatchObject({ password1: expect.any(String) as unknown })
      expect((await save(token, 'una frase bien larga')).status).toBe(200)
    })

    test('is asked for five times an account and quarter of an hour, whether it exists or not, and no host that a stranger names stands in a mail', async () => {
      clock_ms += 20 * MINUTE_MS
      for (const username of ['fantasma@test.pe', emailOf('root')]) {
        const answers = []
        for (let i = 0; i < 6; i++) answers.push(await post('login/recover', { username }, 'evil.example'))
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
        expect(Number(answers[5]?.headers['retry-after'])).toBeGreaterThan(0)
      }
      const kept = async () =>
        at.database.db
          .selectFrom('mail_outbox')
          .select(['status', 'reason'])
          .where('recipient', '=', emailOf('root'))
          .execute()
      await expect.poll(async () => (await kept()).length).toBe(5)
      expect((await kept())[0]).toEqual({
        status: '3',
        reason: expect.stringContaining('Dirección de la consola') as unknown as string,
      })
      expect(smtp.mails.some(({ raw }) => raw.includes('evil.example'))).toBe(false)
    })
  })
})

test.each([
  ['a short one', 'siete77', 'too_short'],
  ['a common one', 'Contraseña', 'password_common'],
  ['one sign', 'aaaaaaaaaaaa', 'password_common'],
  ['one far down the list', 'BullWinkle', 'password_common'],
  ['one of ours', 'alianza lima', 'password_common'],
  ['the address', 'ana.perez@test.pe', 'password_own'],
  ['its name', 'Ana.Perez', 'password_own'],
  ['the name with a year', 'anapérez2026!', 'password_own'],
  ['a giant one', 'x1'.repeat(65), 'too_long'],
  ['a phrase', 'caballo correcto bateria', undefined],
  ['eight signs', 'k3#Lp_0z', undefined],
  ['a phrase with the name in it', 'ana come pan tostado', undefined],
])('of passwords, %s is told as what it is', async (_what, password, error) => {
  expect((await passwordError(password, { email: 'ana.perez@test.pe', name: 'Ana', surname: 'Pérez' }))?.key).toBe(
    error,
  )
})

test("a link leads to the console's own address, or to this machine when none is set", () => {
  expect(originFor({ url_console: 'https://admin.test.pe/' }, 'evil.example', 'http')).toBe('https://admin.test.pe')
  expect(originFor({}, '127.0.0.1:8080', 'http')).toBe('http://127.0.0.1:8080')
  for (const host of ['evil.example', 'localhost.evil.example', '10.0.0.1', undefined])
    expect(originFor({}, host, 'https')).toBeNull()
})
