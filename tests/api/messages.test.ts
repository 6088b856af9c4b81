import { createECDH, createPublicKey, createVerify, generateKeyPairSync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { wakeJob } from '../../src/server/platform/jobs/wake-job'
import { oneEngine } from '../engines'
import { wholeApp, type WholeApp } from './whole-app'
import type { RoleName } from './fixture-users'
import { pushServices, type PushServices } from './push-services'

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

oneEngine((_engine, open) => {
  let at: WholeApp
  let services: PushServices
  let ana = 0
  let luis = 0
  let root = 0
  let operator = 0
  let reader = 0
  beforeAll(async () => {
    services = await pushServices()
    at = await wholeApp(open, () => new Date('2026-11-23T17:00:00Z'), { webhookHosts: ['127.0.0.1'] })
    ;({ root, operator, reader } = at.server.ids.users)
    ana = await at.put('users', {
      type_user: '3',
      name: 'Ana',
      surname: 'Quispe',
      email: 'ana@test.pe',
      phone: '987 654 321',
    })
    luis = await at.put('users', { type_user: '2', name: 'Luis', surname: 'Paz', email: 'luis@test.pe' })
    const account = JSON.stringify({
      project_id: 'demo',
      client_email: 'push@demo.iam',
      private_key: privateKey,
      token_uri: `${services.url}/token`,
    })
    expect(
      (await at.server.call('root', 'POST', 'settings/general/save', { ...(await general()), key_firebase: account }))
        .status,
    ).toBe(200)
    await at.put('settings', { key: 'fcm_url', value: JSON.stringify(services.url) })
    at.server.runtime.changed('settings')
  })
  afterAll(async () => {
    await at?.server.close()
    await services?.close()
  })

  const general = async (): Promise<JsonObject> =>
    (await at.server.call('root', 'POST', 'settings/generalForm', {})).body['item'] as JsonObject
  const send = (input: JsonObject, role: RoleName = 'operator') =>
    at.server.call(role, 'POST', 'notifications/send', {
      to_kind: 'people',
      body: 'Hola',
      by_bell: 1,
      by_push: 0,
      by_email: 0,
      ...input,
    })
  const made = async (input: JsonObject): Promise<number> => {
    const { status, body, text } = await send(input)
    expect(status, text).toBe(200)
    return Number(body['id'])
  }
  const item = async (id: number) =>
    (await at.server.call('operator', 'GET', `notifications/${id}`)).body['item'] as JsonObject
  const people = async (id: number) =>
    (await at.server.call('operator', 'GET', 'notification_people', { filters: { id_announcement: id } })).body[
      'items'
    ] as JsonObject[]
  const bell = async (role: RoleName) =>
    (await at.server.call(role, 'GET', 'live')).body['notifications'] as JsonObject[]
  const why = async (id: number, id_user: number) =>
    (await at.server.call('operator', 'POST', 'notifications/why', { id, id_user })).body
  const about = (id: number, channel: string) =>
    at.server.database.db
      .selectFrom('deliveries')
      .selectAll()
      .where('effect', '=', 'notifications.sent')
      .where('id_target', '=', String(id))
      .where('channel', '=', channel)
      .execute()

  describe('a notification', () => {
    test('to one person is theirs alone, delivered, then read, with where it leads; nobody changes it any more', async () => {
      const id = await made({
        users: [reader],
        subject: 'Turno',
        body: 'x'.repeat(300),
        action_type: 'service_process',
        action_data: '12',
      })
      await expect.poll(async () => (await item(id))['state'], { interval: 30 }).toBe('2')
      expect(await item(id)).toMatchObject({
        num_users: 1,
        grouped: 0,
        user: { id: reader },
        by_push: 0,
        by_email: 0,
        body_summary: `${'x'.repeat(119)}…`,
        actionable: { action_type: 'service_process', action_data: '12' },
      })
      const [notice] = await bell('reader')
      expect(notice).toMatchObject({
        title: 'Turno',
        status: '1',
        resource: null,
        id_target: null,
        actionable: { action_type: 'service_process', action_data: '12', name: '' },
      })
      expect(await bell('none')).toEqual([])
      expect(
        (await at.server.call('reader', 'POST', 'notifications/read', { ids: [Number(notice?.['id'])] })).status,
      ).toBe(200)
      expect((await item(id))['state']).toBe('3')
      expect((await people(id))[0]).toMatchObject({
        id_user: reader,
        state: '3',
        bell_result: 'Entregada',
        push_result: 'No se pidió',
      })
      expect(
        (
          await at.server.call('operator', 'POST', 'notifications/create', {
            id,
            version: (await item(id))['version'] ?? 0,
            body: 'otra cosa',
          })
        ).status,
      ).not.toBe(200)
      expect((await item(id))['body']).toBe('x'.repeat(300))
    })

    test('to all who fit is told to each once, and is read once all have read it, also at the same moment', async () => {
      const id = await made({ to_kind: 'filter', to_type: '1', users: null, body: 'Reunión a las 5' })
      await expect.poll(async () => (await item(id))['state'], { interval: 30 }).toBe('2')
      expect(await item(id)).toMatchObject({ num_users: 4, grouped: 1, id_user: null, user: null })
      const readers: RoleName[] = ['root', 'operator', 'reader', 'none']
      await Promise.all(readers.slice(1).map((role) => at.server.call(role, 'POST', 'notifications/read', {})))
      expect((await item(id))['state']).toBe('2')
      await at.server.call('root', 'POST', 'notifications/read', {})
      expect((await item(id))['state']).toBe('3')
      const again = await made({ to_kind: 'filter', to_type: '1', users: null, body: 'Otra' })
      await expect.poll(async () => (await item(again))['state'], { interval: 30 }).toBe('2')
      await Promise.all(readers.map((role) => at.server.call(role, 'POST', 'notifications/read', {})))
      expect((await item(again))['state']).toBe('3')
      const listed = await at.server.call('operator', 'GET', 'notifications', { filters: { grouped: 1 } })
      expect((listed.body['items'] as JsonObject[]).map((one) => one['id']).sort()).toEqual([id, again].sort())
      expect((await at.server.call('operator', 'POST', 'notifications/takeBack', { id })).status).toBe(409)
    })

    test('to some chosen ones of whom one is disabled names who would not get it, and goes to the others after a yes', async () => {
      const gone = await at.put('users', {
        type_user: '2',
        name: 'Iván',
        surname: 'Ríos',
        email: 'ivan@test.pe',
        state: '0',
      })
      const some = { ids: [reader, luis, gone], body: 'A las 6' }
      expect(await send(some)).toMatchObject({
        status: 422,
        body: {
          msg: 'No la recibirían: 1 de 3 elegidos.',
          leave_out: 2,
          results: [{ id: gone, label: 'Iván Ríos', msg: 'Su cuenta está desactivada: no la recibiría.' }],
        },
      })
      expect((await send({ ids: [gone], body: 'x' })).body).not.toHaveProperty('leave_out')
      const { status, body } = await send({ ...some, leave_out: 1 })
      expect({ status, results: body['results'] }).toMatchObject({ status: 200, results: [{ id: gone, ok: false }] })
      expect((await people(Number(body['id']))).map((one) => one['id_user']).toSorted()).toEqual(
        [reader, luis].toSorted(),
      )
    })

    test('that is removed is taken from the bell, and what had not gone out does not', async () => {
      const id = await made({ users: [reader], body: 'Se retira', by_email: 1 })
      await expect.poll(async () => (await item(id))['state'], { interval: 30 }).toBe('2')
      expect((await at.server.call('operator', 'POST', 'notifications/takeBack', { id })).status).toBe(200)
      expect((await bell('reader')).some((one) => one['body'] === 'Se retira')).toBe(false)
      expect(await about(id, 'mail')).toEqual([])
      const states = (await at.server.call('operator', 'GET', 'notifications/states')).body['items'] as JsonObject[]
      expect(states.map((one) => one['id']).sort()).toEqual(['0', '1', '2', '3'])
    })

    test('leads to what is there: a page of the console, the page that fills a published form, a code; else it says at its field what is missing', async () => {
      const form = await at.put('forms', { name: 'Encuesta', target: '7', state: '1', published: 1 })
      const draft = await at.put('forms', { name: 'En obras', target: '7', state: '1' })
      for (const [action_type, action_data, path] of [
        ['form', String(form), `/form/${form}`],
        ['screen', 'drivers', '/drivers'],
        ['screen', '/services/12?tab=logs', '/services/12?tab=logs'],
        ['screen', 'dispatcher', '/dispatcher'],
        ['service_process', '12', '/services/12'],
      ] as const) {
        expect(await item(await made({ users: [reader], action_type, action_data })), action_data).toMatchObject({
          actionable: { path },
        })
      }
      for (const [action_type, action_data] of [
        ['screen', 'driverz'],
        ['screen', 'drivers2'],
        ['screen', '../etc'],
        ['form', String(draft)],
        ['form', '999'],
        ['form', 'x'],
        ['service_process', 'uno'],
        ['grouping_active', '1/../..'],
      ] as const) {
        const { status, body } = await send({ users: [root], action_type, action_data })
        expect([action_data, status, body['errors']], action_data).toEqual([
          action_data,
          422,
          { action_data: expect.stringMatching(/^(La consola no tiene|No hay ningún|Escriba el código)/) as unknown },
        ])
      }
      expect((await send({ users: [root], action_type: 'web', action_data: 'http://a.test' })).body['errors']).toEqual({
        action_data: 'Escriba una dirección que empiece con https://.',
      })
    })

    test('without people, channel or target is refused at its field; those of a company write and see none', async () => {
      for (const [input, field] of [
        [{ users: [] }, 'users'],
        [{ users: [999_999] }, 'users'],
        [{ users: [root], by_bell: 0 }, 'by_bell'],
        [{ users: [root], action_type: 'url' }, 'action_data'],
        [{ users: [root], action_type: 'url', action_data: 'javascript:alert(1)' }, 'action_data'],
        [{ users: [root], action_type: 'web', action_data: 'http://a.test' }, 'action_data'],
        [{ to_kind: 'filter', to_type: '4' }, 'to_type'],
        [{ users: [root], body: '' }, 'body'],
      ] as const) {
        expect(await send(input as JsonObject), JSON.stringify(input)).toMatchObject({
          status: 422,
          body: { errors: { [field]: expect.any(String) as unknown } },
        })
      }
      expect((await send({ users: [root] }, 'reader')).status).toBe(403)
      expect((await send({ users: [root] }, 'companyA')).status).not.toBe(200)
      expect((await at.server.call('companyA', 'GET', 'notifications')).body['items'] ?? []).toEqual([])
      expect((await at.server.call('companyA', 'GET', 'notification_people')).body['items'] ?? []).toEqual([])
      expect((await at.server.call('companyA', 'POST', 'notifications/why', { id: 1, id_user: root })).status).not.toBe(
        200,
      )
    })

    test('says of anybody whether they got it, and why not', async () => {
      const id = await made({ to_kind: 'filter', to_type: '3', users: null, by_push: 1, by_email: 1 })
      expect(await why(id, luis)).toMatchObject({
        told: false,
        msg: 'A Luis Paz no le llegó: fue para otro tipo de usuario.',
      })
      await expect
        .poll(async () => (await why(id, ana))['msg'], { interval: 30 })
        .toMatch(/Ana Quispe: entregada\. Consola: Entregada\. Push: Sin dispositivo\. Correo: En cola/)
      const named = await made({ users: [operator, reader] })
      expect(await why(named, ana)).toMatchObject({
        told: false,
        msg: 'A Ana Quispe no le llegó: no está entre los destinatarios.',
      })
      // Whoever cannot be chosen any more is not named either.
      const gone = { name: 'Eva', surname: 'Ríos', type_user: '3', state: '1', date_deleted: new Date() } as never
      const eva = await at.server.database.db.insertInto('users').values(gone).returning('id').executeTakeFirstOrThrow()
      expect(await why(named, Number(eva.id))).toMatchObject({ code: 'NOT_FOUND', msg: 'No se encontró el registro.' })
    })
  })

  describe('a push', () => {
    const browser = createECDH('prime256v1')
    const point = browser.generateKeys('base64url')
    const subscribe = (name: string, role: RoleName = 'reader', url = services.url) =>
      at.server.call(role, 'POST', 'push/subscribe', {
        endpoint: `${url}/push/${name}`,
        keys: { p256dh: point, auth: randomBytes(16).toString('base64url') },
        name: 'Firefox',
      })
    const only = async (...names: string[]): Promise<void> => {
      await at.server.database.db.deleteFrom('push_devices').execute()
      for (const name of names) expect((await subscribe(name)).status).toBe(200)
    }
    const devices = () =>
      at.server.database.db.selectFrom('push_devices').select(['token', 'state']).orderBy('id').execute()
    const pushed = async (input: JsonObject = {}): Promise<JsonObject> => {
      const id = await made({ users: [reader], by_bell: 0, by_push: 1, body: 'Le espera un servicio', ...input })
      const row = async () => (await about(id, 'push'))[0] as unknown as JsonObject | undefined
      await expect
        .poll(async () => Number((await row())?.['attempts'] ?? 0) > 0 && (await row())?.['status'] !== '2', {
          interval: 30,
        })
        .toBe(true)
      return (await row()) ?? {}
    }

    test('goes to each browser of the person, signed for its service and encrypted for it alone', async () => {
      await only('one', 'two')
      const before = services.calls.length
      expect(await pushed({ body: 'á'.repeat(2000) })).toMatchObject({ status: '3', reason: null })
      const calls = services.calls.slice(before)
      expect(calls.map(({ path }) => path)).toEqual(['/push/one', '/push/two'])
      for (const { headers, body } of calls) {
        expect(body.length).toBeLessThanOrEqual(4096)
        expect(body.toString('utf8')).not.toContain('áá')
        expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
        const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
        expect(key).toBe((await at.server.call('reader', 'GET', 'push/key')).body['key'])
        const [head = '', claims = '', signature = ''] = token.split('.')
        const raw = Buffer.from(key, 'base64url')
        const publicKey = createPublicKey({
          key: {
            kty: 'EC',
            crv: 'P-256',
            x: raw.subarray(1, 33).toString('base64url'),
            y: raw.subarray(33).toString('base64url'),
          },
          format: 'jwk',
        })
        expect(
          createVerify('SHA256')
            .update(`${head}.${claims}`)
            .verify({ key: publicKey, dsaEncoding: 'ieee-p1363' }, signature, 'base64url'),
        ).toBe(true)
        expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
          aud: services.url,
          sub: expect.stringMatching(/^mailto:/) as unknown,
        })
      }
    })

    test('forgets a browser that is gone, and no other for what a service answers', async () => {
      await only('gone', 'lost', 'one')
      expect(await pushed()).toMatchObject({ status: '3' })
      expect((await devices()).map(({ state }) => state)).toEqual(['gone', 'gone', 'on'])
      await only('gone')
      expect(await pushed()).toMatchObject({ status: '4', attempts: 1, reason: 'El dispositivo ya no existe.' })
      for (const [name, reason] of [
        ['large', 'El mensaje es demasiado largo para un push.'],
        ['refused', 'El servicio de push no acepta la firma de este servidor.'],
      ] as const) {
        await only(name)
        expect(await pushed()).toMatchObject({ status: '4', attempts: 1, reason })
        expect((await devices()).map(({ state }) => state)).toEqual(['on'])
      }
    })

    test('is tried again where the service asks for a rest, and not before that', async () => {
      await only('later')
      const row = await pushed()
      expect(row).toMatchObject({ status: '1', attempts: 1, reason: 'HTTP 429' })
      expect(new Date(String(row['date_next'])).toISOString()).toBe('2026-11-23T19:00:00.000Z')
      await only('broken')
      expect(new Date(String((await pushed())['date_next'])).toISOString()).toBe('2026-11-23T17:01:00.000Z')
      expect((await devices()).map(({ state }) => state)).toEqual(['on'])
    })

    test("calls nothing within one's own network that the owner has not allowed", async () => {
      for (const url of ['http://10.0.0.7', 'http://169.254.169.254', 'http://[::1]:9', 'http://localhost:9']) {
        await at.server.database.db.deleteFrom('push_devices').execute()
        await subscribe('one', 'reader', url)
        expect(await pushed(), url).toMatchObject({
          status: '4',
          attempts: 1,
          reason: expect.stringContaining('WEBHOOK_HOSTS') as unknown,
        })
      }
    })

    test('goes to applications by Firebase, which alone says that a token is no more', async () => {
      await only()
      const token = async (name: string): Promise<void> => {
        await at.server.database.db.deleteFrom('push_devices').execute()
        expect(
          (await at.server.call('reader', 'POST', 'push/register', { token: `${name}-token-de-prueba`, name: 'Pixel' }))
            .status,
        ).toBe(200)
      }
      await token('good')
      expect(await pushed({ subject: 'Servicio' })).toMatchObject({ status: '3' })
      const calls = services.calls.filter(({ path }) => path === '/token' || path.startsWith('/v1/'))
      expect(calls[0]?.path).toBe('/token')
      const sent = calls.at(-1)
      expect(sent?.path).toBe('/v1/projects/demo/messages:send')
      expect(sent?.headers.authorization).toBe('Bearer bearer-of-google')
      expect(JSON.parse(sent?.body.toString() ?? '')).toMatchObject({
        message: { token: 'good-token-de-prueba', notification: { title: 'Servicio', body: 'Le espera un servicio' } },
      })
      for (const [name, status, state] of [
        ['unregistered', '4', 'gone'],
        ['wrong_message', '4', 'on'],
        ['wrong_project', '4', 'on'],
        ['mismatch', '4', 'on'],
        ['quota', '1', 'on'],
      ] as const) {
        await token(name)
        expect(await pushed(), name).toMatchObject({ status, attempts: 1 })
        expect(
          (await devices()).map((one) => one.state),
          name,
        ).toEqual([state])
      }
      // The bearer is kept meanwhile.
      expect(services.calls.filter(({ path }) => path === '/token')).toHaveLength(1)
    })

    test('belongs to whoever logged in last at that browser, and is ended by them', async () => {
      await only('shared')
      expect((await subscribe('shared', 'operator')).status).toBe(200)
      const owner = await at.server.database.db.selectFrom('push_devices').select('id_user').execute()
      expect(owner.map(({ id_user }) => id_user)).toEqual([operator])
      await at.server.call('reader', 'POST', 'push/unsubscribe', { endpoint: `${services.url}/push/shared` })
      expect(await devices()).toHaveLength(1)
      await at.server.call('operator', 'POST', 'push/unsubscribe', { endpoint: `${services.url}/push/shared` })
      expect(await devices()).toEqual([])
      expect(
        (
          await at.server.call('reader', 'POST', 'push/subscribe', {
            endpoint: `${services.url}/push/x`,
            keys: { p256dh: 'x', auth: 'y' },
          })
        ).status,
      ).toBe(422)
    })
  })

  describe('a text to a phone', () => {
    const tell = async (channel: 'sms' | 'whatsapp', id_user: number): Promise<() => Promise<JsonObject>> => {
      const key = `${channel}-${id_user}-${randomBytes(4).toString('hex')}`
      const date = '2026-11-23T17:00:00Z'
      await at.put('deliveries', {
        status: '1',
        channel,
        event: 'created',
        entity: 'users',
        resource: 'clients',
        id_target: '1',
        title: 'x',
        effect: 'test',
        attempts: 0,
        key,
        recipient: 'Ana',
        id_user,
        subject: 'Su servicio',
        body: 'Ya llega',
        date_next: date,
        date_created: date,
        date_updated: date,
      })
      await at.server.database.transaction((tx) => wakeJob(tx, `engine.deliveries.${channel}`))
      return async () =>
        (await at.server.database.db
          .selectFrom('deliveries')
          .selectAll()
          .where('key', '=', key)
          .executeTakeFirstOrThrow()) as unknown as JsonObject
    }

    test('waits with its reason while there is no gateway, then goes out by it with its key', async () => {
      const [sms, whatsapp] = [await tell('sms', ana), await tell('whatsapp', ana)]
      await expect
        .poll(async () => (await sms())['reason'], { interval: 30 })
        .toBe('No hay una pasarela de SMS configurada.')
      await expect.poll(async () => (await whatsapp())['reason'], { interval: 30 }).toContain('WhatsApp')
      expect(await sms()).toMatchObject({ status: '1', attempts: 0 })
      expect(
        (
          await at.server.call('root', 'POST', 'settings/general/save', {
            ...(await general()),
            sms_url: `${services.url}/texts/one`,
            sms_token: 'llave-de-sms',
          })
        ).status,
      ).toBe(200)
      await at.server.database.transaction((tx) => wakeJob(tx, 'engine.deliveries.sms'))
      await expect.poll(async () => (await sms())['status'], { interval: 30 }).toBe('3')
      const call = services.calls.find(({ path }) => path === '/texts/one')
      expect(call?.headers.authorization).toBe('Bearer llave-de-sms')
      expect(JSON.parse(call?.body.toString() ?? '')).toMatchObject({
        to: '+51987654321',
        text: 'Su servicio\nYa llega',
      })
      const nobody = await tell('sms', luis)
      await expect
        .poll(nobody, { interval: 30 })
        .toMatchObject({ status: '4', reason: 'La persona no tiene teléfono.' })
    })

    test('says at once that WhatsApp takes no free text after a day, where the gateway hands that on', async () => {
      const late = 'Pasaron más de 24 horas desde su último mensaje: WhatsApp solo admite plantillas aprobadas.'
      for (const [name, outcome] of [
        ['window', { status: '4', reason: late }],
        ['trace', { status: '4', reason: 'HTTP 400' }],
        ['broken', { status: '1', reason: 'HTTP 503' }],
      ] as const) {
        const asked = { ...(await general()), whatsapp_gateway_url: `${services.url}/texts/${name}` }
        expect((await at.server.call('root', 'POST', 'settings/general/save', asked)).status).toBe(200)
        const sent = await tell('whatsapp', ana)
        await expect.poll(sent, { interval: 30 }).toMatchObject({ attempts: 1, ...outcome })
      }
    })
  })
})
