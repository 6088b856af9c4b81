import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { beginFactor } from '../../src/server/work/accounts/second-factor'
import { newSecret } from '../../src/server/work/accounts/totp'
import { oneEngine } from '../engines'
import { emailOf } from './fixture-users'
import { NOON } from './services-fixture'
import { PASSWORD, widgetApp, type WidgetApp } from './widget-fixture'

oneEngine((_engine, open) => {
  let at: WidgetApp
  let now = NOON
  const errorsOf = ({ body }: { readonly body: JsonObject }) => Object.keys((body['errors'] ?? {}) as object)
  const check = async (email: string, proof?: JsonObject) =>
    at.page('POST', 'client/auth/checkEmail', { email, id_widget: at.widget, proof: proof ?? (await at.proof()) })

  beforeAll(async () => {
    at = await widgetApp(open, () => now)
  })

  describe('the page of a widget', () => {
    test('begins with what it offers, its texts and its clock, and tells nothing else of the house', async () => {
      const { status, body, text } = await at.page('GET', `client/widgets/${at.widget}`)
      expect(status, text).toBe(200)
      expect(body).toMatchObject({
        name: 'Reservas web',
        address_restriction: '0',
        max_capacity: 8,
        appearance: { width: 640, height: 480, borderRadius: 8, border: { width: 1 }, boxShadow: { width: 3 } },
        payments: [{ name: 'Efectivo', type: 'cash' }],
      })
      expect((body['products'] as JsonObject[]).map(({ name }) => name)).toEqual([
        'Taxi',
        'Van',
        'Solo ahora',
        'Solo reserva',
      ])
      expect(Object.values(body['words'] as JsonObject).every((word) => !String(word).startsWith('widgets.'))).toBe(
        true,
      )
      for (const word of ['secret', 'id_tarif', 'price_km', 'scrypt']) expect(text).not.toContain(word)
    })

    test('is not there alike for a widget that is switched off and for one that never was', async () => {
      const off = await at.put('widgets', { name: 'Apagado', address_restriction: '0', state: '0' })
      const answers = [await at.page('GET', `client/widgets/${off}`), await at.page('GET', 'client/widgets/999999')]
      expect(answers.map(({ status, body }) => [status, body['msg']])).toEqual(
        answers.map(() => [404, 'Este widget ya no está disponible.']),
      )
    })

    test("finds places for a visitor, the widget's own first, and no place that is somebody's", async () => {
      await at.put('locations', {
        type: 'other',
        name: 'Casa secreta de Ana',
        address: 'Calle Berlín 364',
        id_client: at.id['ana'],
        point: '(-77.03,-12.12)',
      })
      const { status, text } = await at.page('POST', `client/widgets/${at.widget}/places`, { query: 'Casa secreta' })
      expect(status, text).toBe(200)
      expect(text).not.toContain('secreta')
    })
  })

  describe('a visitor', () => {
    test('learns whether an address has an account only for work that was done, and once for each', async () => {
      const proof = await at.proof()
      expect((await check('nadie@example.com', proof)).body['msg']).toBe('not_exist')
      for (const wrong of [proof, { ...proof, nonce: 1 }, { challenge: 'x.y.z.w', nonce: 0 }]) {
        const [known, unknown] = [await check(emailOf('operator'), wrong), await check('nadie@example.com', wrong)]
        expect([known.status, known.text]).toEqual([422, unknown.text])
        expect(errorsOf(known)).toEqual(['proof'])
      }
      expect((await check(emailOf('operator'))).body['msg']).toBe('exist')
    })

    test('cannot use work of another widget, nor of a quarter of an hour ago', async () => {
      const other = await at.call('root', 'widgets/create', {
        name: 'Otro',
        address_restriction: '0',
        id_payment_methods: [at.id['cash']!],
      })
      expect(errorsOf(await check('nadie@example.com', await at.proof(Number(other.body['id']))))).toEqual(['proof'])
      const proof = await at.proof()
      now = new Date(NOON.getTime() + 15 * 60_000)
      expect(errorsOf(await check('nadie@example.com', proof))).toEqual(['proof'])
      now = NOON
    })

    test('is told to wait after ten questions about one address in an hour, whatever work is done', async () => {
      for (let n = 0; n < 10; n++) expect((await check('curiosa@example.com')).status).toBe(200)
      const { status, body } = await check('Curiosa@example.com')
      expect([status, Number(body['retry_s'] ?? 0) > 0 || String(body['msg']).includes(' s)')]).toEqual([429, true])
      now = new Date(NOON.getTime() + 61 * 60_000)
      expect((await check('curiosa@example.com')).status).toBe(200)
      now = NOON
    })

    test('registers: an account of a client without company, whatever else is sent, that is logged in', async () => {
      const { token, id, email } = await at.client('Nora', { id_company: 1, type_user: '1', id_role: 1 })
      const row = await at.server.database.db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({ type_user: '3', id_company: null, state: '1', email, id_role: at.id['role'] })
      expect(String(row['phone'])).toMatch(/^987/)
      expect(String(row['password'])).toContain('scrypt')
      expect((await at.page('POST', 'client/me/addPromotion', { code: 'NADA' }, token)).status).toBe(422)
      for (const path of ['clients', 'services', 'widgets', 'users/autocomplete'])
        expect((await at.server.request({ method: 'GET', url: `/api/admin/${path}`, token })).text).not.toContain(
          'Quispe',
        )
    })

    test('is refused a telephone without a country, a short or common password and an address that has an account, each at its field', async () => {
      const input = async (more: JsonObject) =>
        at.page('POST', 'client/auth/register', {
          name: 'Olga',
          surname: '',
          password: PASSWORD,
          phone: '+51987111222',
          email: 'olga@clientes.example',
          id_widget: at.widget,
          proof: await at.proof(),
          ...more,
        })
      for (const phone of ['987111222', '+0987111222', '+51', '+51 98x', '+5198711122233344455'])
        expect([phone, errorsOf(await input({ phone }))]).toEqual([phone, ['phone']])
      for (const password of ['corta', '12345678', 'contraseña'])
        expect([password, errorsOf(await input({ password }))]).toEqual([password, ['password']])
      expect(errorsOf(await input({ email: emailOf('operator') }))).toEqual(['email'])
      expect(errorsOf(await input({ email: 'sin arroba' }))).toEqual(['email'])
      expect(errorsOf(await input({ name: ' ' }))).toEqual(['name'])
      expect(errorsOf(await input({ proof: { challenge: 'x', nonce: 1 } }))).toEqual(['proof'])
      expect(
        await at.server.database.db
          .selectFrom('users')
          .select('id')
          .where('email', '=', 'olga@clientes.example')
          .execute(),
      ).toEqual([])
    })

    test('makes three accounts of one telephone in an hour, and not a fourth', async () => {
      for (const name of ['Uno', 'Dos', 'Tres']) await at.client(name, { phone: '+51 955 000 111' })
      const { status } = await at.page('POST', 'client/auth/register', {
        name: 'Cuatro',
        surname: '',
        password: PASSWORD,
        phone: '+51955000111',
        email: 'cuatro@clientes.example',
        id_widget: at.widget,
        proof: await at.proof(),
      })
      expect(status).toBe(429)
    })

    test('asks a client with a second factor for its code, at the box that the page has for it', async () => {
      const { email, id } = await at.client('Tamara')
      const { db } = at.server.database
      const secret = newSecret()
      await at.server.database.transaction((tx) => beginFactor(db, tx, id, secret, now))
      await db
        .updateTable('second_factors')
        .set({ date_confirmed: now.toISOString() })
        .where('id_user', '=', id)
        .execute()
      await db.updateTable('users').set({ second_factor: true }).where('id', '=', id).execute()
      const login = (code?: string) =>
        at.page('POST', 'client/auth/login', {
          email,
          password: PASSWORD,
          id_widget: at.widget,
          ...(code !== undefined && { code }),
        })
      expect(await login()).toMatchObject({
        status: 401,
        body: {
          code: 'SECOND_FACTOR',
          errors: { code: 'Escriba el código de su aplicación de autenticación, o un código de recuperación.' },
        },
      })
      expect(await login('000000')).toMatchObject({
        status: 422,
        body: { errors: { code: expect.any(String) as string } },
      })
      const { body, status } = await login(
        new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() }),
      )
      expect([status, body['name']]).toEqual([200, 'Tamara'])
    })

    test('logs in as a client alone, asks for a new password as everybody does, and logs out', async () => {
      const { email } = await at.client('Paula')
      const login = (address: string, password: string) =>
        at.page('POST', 'client/auth/login', { email: address, password, id_widget: at.widget })
      const { status, body, text } = await login(` ${email.toUpperCase()}`, PASSWORD)
      expect(status, text).toBe(200)
      expect(body).toMatchObject({ name: 'Paula', email, company: null })
      expect((await login(email, 'otra cosa larga')).status).toBe(401)
      const staff = await login(emailOf('operator'), 'toolrides test')
      expect(staff.status).toBe(401)
      const [known, unknown] = [email, 'nadie@example.com'].map((one) =>
        at.page('POST', 'client/auth/recover', { email: one, id_widget: at.widget }),
      )
      expect((await known)?.text).toBe((await unknown)?.text)
      const session = await at.server.database.db
        .selectFrom('sessions')
        .select('platform')
        .where('id_user', '=', Number(body['id']))
        .orderBy('id', 'desc')
        .executeTakeFirst()
      expect(session?.['platform']).toBe('widget')
      const token = String(body['token'])
      expect((await at.page('POST', 'client/auth/logout', {}, token)).status).toBe(200)
      expect((await at.page('POST', 'client/auth/logout', {}, token)).status).toBe(401)
    })

    test("chooses a country with its code, the house's own first", async () => {
      const { body } = await at.page('GET', 'client/auth/form')
      const countries = body['countries'] as {
        readonly code: string
        readonly name: string
        readonly calling_code: string
      }[]
      expect(countries.find(({ code }) => code === 'PE')).toEqual({ code: 'PE', name: 'Perú', calling_code: '51' })
      expect(countries.length).toBeGreaterThan(200)
      expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length)
    })

    test('finds every call of the clients in the description of the API, with what each takes and whose session it needs', async () => {
      const { body } = await at.page('GET', 'rest/openapi.json', {}, await at.server.tokenFor('operator'))
      const paths = body['paths'] as { readonly [path: string]: JsonObject }
      const clients = Object.keys(paths).filter((path) => path.startsWith('/client/'))
      expect(clients).toEqual(
        expect.arrayContaining([
          '/client/auth/checkEmail',
          '/client/auth/login',
          '/client/auth/form',
          '/client/auth/register',
          '/client/auth/recover',
          '/client/widgets/{id_widget}/fare',
          '/client/widgets/{id_widget}/createService',
          '/client/widgets/createLinkPrepaid',
          '/client/widgets/checkPaid',
          '/client/me/addPromotion',
        ]),
      )
      expect(paths['/client/auth/checkEmail']).toMatchObject({
        servers: [{ url: '/api' }],
        post: { security: [], requestBody: { required: true } },
      })
      expect(paths['/client/widgets/{id_widget}/createService']).toMatchObject({
        parameters: [{ name: 'id_widget', in: 'path', required: true }],
        post: { security: [{ session: [] }], tags: ['client'] },
      })
      const {
        body: { key },
      } = await at.call('operator', 'me/createKey', {
        name: 'Programa',
        days: 30,
        modules: [{ id: 'clients', edit: 0 }],
      })
      const { paths: ofKey } = (await at.page('GET', 'rest/openapi.json', {}, String(key))).body as {
        readonly paths: JsonObject
      }
      expect([
        Object.keys(ofKey).includes('/clients'),
        Object.keys(ofKey).some((path) => path.startsWith('/client/')),
      ]).toEqual([true, false])
    })
  })
})
