import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../../src/model/errors'
import type { JsonObject } from '../../src/model/json'
import { buildApp } from '../../src/server/boot/app'
import { wakeJob } from '../../src/server/platform/jobs/wake-job'
import { deliveryJobName } from '../../src/server/work/outbox/delivery-names'
import { webhookSender } from '../../src/server/work/events/webhook'
import { inOneWrite } from '../../src/server/records/write/open-write'
import { save } from '../../src/server/records/write/save'
import { saveEach } from '../../src/server/records/write/save-each'
import { saveMany } from '../../src/server/records/write/save-many'
import { oneEngine } from '../engines'
import { TEST_KEYRING } from '../keyring'
import { deliveriesOf, EVENT_RESOURCES, EVENT_SCHEMAS, ordersAs } from './events-fixture'
import { testApp, type TestApp } from './fixture-app'
import { emailOf } from './fixture-users'
import { hookReceiver, type HookReceiver } from './hook-receiver'
import { mailServer, type MailServer } from './mail-server'

const SECRET = `whsec_${Buffer.from('a secret of twenty-four.').toString('base64')}`

oneEngine((_engine, open) => {
  describe('what records tell', () => {
    let at: TestApp
    let mails: MailServer
    let hook: HookReceiver
    let webhook = 0
    let clock_ms = Date.parse('2026-11-21T05:00:00Z')
    beforeAll(async () => {
      mails = await mailServer()
      hook = await hookReceiver()
      at = await testApp({
        open,
        schemas: EVENT_SCHEMAS,
        resources: EVENT_RESOURCES,
        now: () => new Date(clock_ms),
        webhookHosts: ['127.0.0.1'],
      })
      await at.call('root', 'POST', 'settings/mailSave', {
        mail_sender: 'no-reply@test.pe',
        mail_host: `127.0.0.1:${mails.port}`,
      })
      webhook = Number(
        (
          await at.call('root', 'POST', 'webhooks/create', {
            name: 'ERP',
            key: 'erp',
            url: `${hook.url}/ok`,
            secret: SECRET,
            state: '0',
          })
        ).body.id,
      )
      expect(webhook).toBeGreaterThan(0)
    })
    afterAll(async () => {
      await Promise.all([at?.close(), mails?.close(), hook?.close()])
    })

    /** Without the spaces that keep an amount on one line. */
    const plain = (text: string): string => text.replace(/\r/g, '').replaceAll('\u00a0', ' ')
    const create = async (order: JsonObject): Promise<number> => {
      const { body, text } = await at.call('root', 'POST', 'orders/create', order)
      expect(body.ok, text).toBe(true)
      return Number(body.id)
    }
    const change = async (id: number, order: JsonObject) =>
      expect((await at.call('root', 'POST', 'orders/create', { id, ...order })).body).toMatchObject({ ok: true })
    const about = (id: number, where: JsonObject = {}) =>
      deliveriesOf(at, where).then((rows) =>
        rows.filter(({ entity, id_target }) => entity === 'orders' && id_target === String(id)),
      )
    const become = (id: number, wanted: JsonObject[], where: JsonObject = {}) =>
      expect.poll(() => about(id, where), { interval: 30 }).toMatchObject(wanted)
    const pointTo = async (path: string, state = '1') =>
      expect(
        (
          await at.call('root', 'POST', 'webhooks/create', {
            id: webhook,
            url: path.startsWith('http') ? path : hook.url + path,
            state,
          })
        ).body,
      ).toMatchObject({ ok: true })

    test('a new record mails its people once each, by the rule, with its values, labels and rows in words', async () => {
      const id = await create({
        name: 'Uno <b>',
        kind: 'big',
        amount: 1234.5,
        due: '2026-11-21T20:30:00Z',
        contact: 'ana@test.pe',
        id_owner: at.ids.users.operator,
        items: [
          { name: 'Pan', price: 2 },
          { name: 'Té', price: 3.5 },
        ],
      })
      const { text, raw } = await mails.mailTo('ana@test.pe')
      expect(plain(text).trim()).toBe(
        'Por S/ 1,234.50, de OPERATOR.\n- Pan: S/ 2.00\n- Té: S/ 3.50\nVence 21/11/2026 03:30 PM (Grande).',
      )
      expect(raw).toContain('Pedido Uno <b>')
      expect(raw).not.toContain('<b>\r\n</p>')
      await mails.mailTo(emailOf('operator'))
      await become(id, [
        {
          channel: 'mail',
          event: 'created',
          recipient: 'ana@test.pe',
          status: '3',
          attempts: 1,
          title: 'Uno <b>',
          effect: 'orders.thank',
        },
        { channel: 'mail', recipient: emailOf('operator'), status: '3', reason: null },
      ])
      const small = await create({ name: 'Chico', kind: 'small', contact: 'ana@test.pe' })
      expect(await about(small)).toEqual([])
      // Both fields name the same mailbox.
      const twice = await create({
        name: 'Doble',
        kind: 'big',
        contact: emailOf('operator').toUpperCase(),
        id_owner: at.ids.users.operator,
      })
      expect(await about(twice)).toHaveLength(1)
    })

    test('a change of a named field gives notice to whom the record names and to those of a role who may see it', async () => {
      const { users, companies } = at.ids
      const id = await create({ name: 'Dos', amount: 1, id_owner: users.reader, id_company: companies.a })
      await change(id, { name: 'Dos y medio' })
      expect(await about(id)).toEqual([])
      await change(id, { amount: 2 })
      await become(id, [
        { channel: 'notice', status: '3', recipient: 'reader Prueba' },
        { channel: 'notice', status: '3', recipient: 'companyA Prueba' },
      ])
      const live = (role: 'reader' | 'companyA' | 'companyB') => at.call(role, 'GET', 'live').then(({ body }) => body)
      expect(await live('reader')).toMatchObject({
        unread: 1,
        notifications: [
          {
            title: 'Dos y medio',
            body: expect.stringMatching(/^Ahora son S\/\s2\.00\.$/) as unknown,
            resource: 'orders',
            id_target: String(id),
            status: '1',
          },
        ],
      })
      expect(await live('companyA')).toMatchObject({ unread: 1 })
      expect(await live('companyB')).toMatchObject({ unread: 0, notifications: [] })
      const [notice] = (await live('reader')).notifications as unknown as JsonObject[]
      await at.call('companyB', 'POST', 'notifications/read', { ids: [notice?.id ?? 0] })
      expect((await at.call('companyB', 'POST', `live/${notice?.id}/notificationsRemove`)).status).toBe(404)
      expect(await live('reader')).toMatchObject({ unread: 1 })
      await at.call('reader', 'POST', 'notifications/read')
      expect(await live('reader')).toMatchObject({ unread: 0, notifications: [{ status: '3' }] })
      expect((await at.call('reader', 'POST', `live/${notice?.id}/notificationsRemove`)).body).toMatchObject({
        ok: true,
      })
      expect(await live('reader')).toMatchObject({ notifications: [] })
      expect((await at.call(null, 'GET', 'live')).status).toBe(401)
    })

    test('an endpoint gets a signed call of each change and removal, and none while it is switched off', async () => {
      const id = await create({ name: 'Tres', amount: 5, pin: 'nadie lo ve', margin: 7 })
      await change(id, { name: 'Callado' })
      expect(await about(id)).toEqual([])
      await pointTo('/ok')
      await change(id, { name: 'Tres bis' })
      await become(id, [{ channel: 'webhook', recipient: 'erp', status: '3' }])
      const [call] = hook.calls.slice(-1)
      expect(call?.body).toMatchObject({
        event: 'changed',
        entity: 'orders',
        id_record: id,
        at: new Date(clock_ms).toISOString(),
        record: { id, name: 'Tres bis', amount: 5 },
        changes: { name: { from: 'Callado', to: 'Tres bis' } },
      })
      expect(call?.text).not.toMatch(/nadie lo ve|pin|margin/)
      const { 'webhook-id': name, 'webhook-timestamp': when, 'webhook-signature': signature } = call?.headers ?? {}
      expect(when).toBe(String(clock_ms / 1000))
      expect(signature).toBe(
        `v1,${createHmac('sha256', 'a secret of twenty-four.').update(`${name}.${when}.${call?.text}`).digest('base64')}`,
      )
      expect(String(name)).toContain(String(call?.body.id))
      expect((await at.call('root', 'POST', 'orders/remove', { ids: [id] })).body).toMatchObject({ ok: true })
      await become(id, [{ event: 'changed' }, { event: 'removed', status: '3' }])
      expect(hook.calls.at(-1)?.body).toMatchObject({
        event: 'removed',
        id_record: id,
        record: { name: 'Tres bis' },
        changes: null,
      })
    })

    test('a failing endpoint is tried later each time, given up at last, and tried again by hand', async () => {
      const id = await create({ name: 'Cuatro' })
      await pointTo('/fail')
      await change(id, { name: 'Cuatro bis' })
      let attempts = 1
      for (const minutes of [1, 5, 15, 30, 60, 120, 240]) {
        const next_ms = clock_ms + minutes * 60_000
        await become(id, [{ status: '1', attempts, reason: 'HTTP 500', date_next: new Date(next_ms).toISOString() }])
        clock_ms = next_ms
        await wakeJob(at.database.db, deliveryJobName('webhook'))
        attempts++
      }
      await become(id, [{ status: '4', attempts, date_next: null }])
      expect(
        new Set(hook.calls.filter(({ path }) => path === '/fail').map(({ headers }) => headers['webhook-id'])).size,
      ).toBe(1)
      await pointTo('/ok')
      const [dead] = await about(id, { status: '4' })
      expect((await at.call('operator', 'POST', 'deliveries/retry', { ids: [dead?.id ?? 0] })).status).toBe(403)
      expect((await at.call('root', 'POST', 'deliveries/retry', { ids: [dead?.id ?? 0] })).body).toMatchObject({
        ok: true,
      })
      await become(id, [{ status: '3', attempts: 1, reason: null }])
      expect((await at.call('root', 'POST', 'deliveries/retry', { id: dead?.id ?? 0 })).status).toBe(404)
    })

    test("an endpoint that is gone, hangs up, leads elsewhere or into one's own network", async () => {
      const outcome = async (path: string): Promise<JsonObject | undefined> => {
        const id = await create({ name: path.slice(0, 40) })
        await pointTo(path)
        await change(id, { amount: 9 })
        await expect
          .poll(async () => (await about(id, { channel: 'webhook' }))[0]?.reason ?? null, { interval: 30 })
          .not.toBe(null)
        return (await about(id, { channel: 'webhook' }))[0]
      }
      expect(await outcome('/gone')).toMatchObject({ status: '4', reason: 'HTTP 410' })
      expect(await outcome('/hang-up')).toMatchObject({ status: '1', reason: 'ECONNRESET' })
      expect(await outcome('/far')).toMatchObject({
        status: '1',
        reason: expect.stringContaining('redirige') as unknown,
      })
      const calls = hook.calls.length
      // Only the allowed spelling of the host is allowed, and never the cloud's own address.
      for (const host of ['localhost', '[::ffff:127.0.0.1]', '127.0.0.2', '10.1.2.3']) {
        expect(await outcome(`${hook.url.replace('127.0.0.1', host)}/ok`), host).toMatchObject({
          status: '4',
          reason: expect.stringContaining('WEBHOOK_HOSTS') as unknown,
        })
      }
      expect(hook.calls.length).toBe(calls)
      expect(hook.calls.some(({ path }) => path === '/inside')).toBe(false)
      const metadata = webhookSender(['169.254.169.254'])
      expect(
        await metadata(
          { url: 'http://169.254.169.254/', secret: null },
          { id: 'x', body: '{}', now: new Date(clock_ms) },
        ),
      ).toEqual({ ok: false, reason: 'blocked', again: false })
      expect(
        await webhookSender(['127.0.0.1'], 150)(
          { url: `${hook.url}/late`, secret: null },
          { id: 'x', body: '{}', now: new Date(clock_ms) },
        ),
      ).toEqual({ ok: false, reason: 'slow', again: true })
      await pointTo('/ok', '0')
    })

    test('nothing is told of what was rolled back, alone or among others', async () => {
      const before = (await deliveriesOf(at)).length
      const context = await ordersAs(at.runtime)
      await expect(
        inOneWrite(context, async (write) => {
          await save(context, write, { name: 'Perdido', kind: 'big', contact: 'nadie@test.pe' })
          throw new Error('rolled back')
        }),
      ).rejects.toThrow('rolled back')
      await expect(
        inOneWrite(context, (write) =>
          saveMany(context, write, [{ name: 'Uno', kind: 'big', contact: 'nadie@test.pe' }, { kind: 'big' }]),
        ),
      ).rejects.toMatchObject({ code: 'VALIDATION' })
      expect((await deliveriesOf(at)).length).toBe(before)
      expect(mails.mails.some(({ to }) => to.includes('nadie@test.pe'))).toBe(false)
      await inOneWrite(context, (write) =>
        saveMany(
          context,
          write,
          [1, 2, 3].map((n) => ({ name: `Lote ${n}`, kind: 'big', contact: `lote${n}@test.pe` })),
        ),
      )
      for (const n of [1, 2, 3]) await mails.mailTo(`lote${n}@test.pe`)
      // As an import and a bulk verb write: each record for itself.
      const tried = await inOneWrite(context, (write) =>
        saveEach(
          context,
          write,
          Array.from({ length: 12 }, (_, n) => ({
            name: n === 5 ? '' : `Fila ${n}`,
            kind: 'big',
            contact: `fila${n}@test.pe`,
          })),
        ),
      )
      expect(tried.filter((one) => one instanceof AppError)).toHaveLength(1)
      const told = (await deliveriesOf(at))
        .filter(({ recipient }) => String(recipient).startsWith('fila'))
        .map(({ recipient }) => recipient)
      expect(told.length).toBe(11)
      expect(new Set(told).size).toBe(11)
      expect(told).not.toContain('fila5@test.pe')
    })

    test('a move is told by its name, beside the change that it is', async () => {
      const module = await moduleOf('orders')
      const alert = {
        name: 'Al enviar',
        id_module: module,
        type: 'moved',
        move: 'ship',
        channel: 'notice',
        recipients: 'id_owner',
        body: 'Sale {{name}}, {{stage}}',
      }
      expect((await at.call('root', 'POST', 'alerts/create', { ...alert, move: 'shp' })).body).toMatchObject({
        errors: { move: expect.stringContaining('shp') as unknown },
      })
      const made = await at.call('root', 'POST', 'alerts/create', alert)
      expect(made.body).toMatchObject({ ok: true })
      const id = await create({ name: 'Cinco', id_owner: at.ids.users.reader })
      for (const move of ['ship', 'close'])
        expect((await at.call('root', 'POST', `orders/${move}`, { id })).body).toMatchObject({ ok: true })
      await become(id, [{ event: 'moved', move: 'ship', body: 'Sale Cinco, Enviado', status: '3' }])
      expect((await at.call('root', 'POST', 'alerts/remove', { id: made.body.id ?? 0 })).body).toMatchObject({
        ok: true,
      })
    })

    const moduleOf = async (key: string): Promise<number> =>
      Number(
        (
          await at.database.db
            .selectFrom('modules')
            .select('id')
            .where('key', '=', key)
            .orderBy('id')
            .executeTakeFirstOrThrow()
        ).id,
      )

    test("a webhook's fault is told at the webhook, where it can be mended; its alert fires, and says so", async () => {
      await pointTo('/fail')
      const { id: id_webhook } = (await at.database.db
        .selectFrom('webhooks')
        .select('id')
        .where('key', '=', 'erp')
        .executeTakeFirstOrThrow()) as { id: number }
      const hookNow = async () => (await at.call('root', 'GET', `webhooks/${id_webhook}`)).body.item as JsonObject
      const alert = await at.call('root', 'POST', 'alerts/create', {
        name: 'Al ERP',
        id_module: await moduleOf('orders'),
        type: 'created',
        channel: 'webhook',
        id_webhook,
      })
      expect(alert.body).toMatchObject({ ok: true })
      const source = `alerts.${String(alert.body.id)}`
      const failed = await create({ name: 'Con falla' })
      await become(failed, [{ effect: source, channel: 'webhook', reason: 'HTTP 500' }])
      await expect.poll(hookNow).toMatchObject({ last_error: 'HTTP 500', date_error: new Date(clock_ms).toISOString() })
      await pointTo('/ok')
      await become(await create({ name: 'Llega' }), [{ effect: source, status: '3' }])
      await expect.poll(hookNow).toMatchObject({ last_error: null, date_error: null })
      expect((await at.call('root', 'POST', 'webhooks/disable', { id: id_webhook })).body).toMatchObject({ ok: true })
      await become(await create({ name: 'Apagado' }), [
        { effect: source, status: '4', reason: 'El webhook ya no existe o está desactivado.' },
      ])
      const tried = await at.call('root', 'POST', 'alerts/try', { id: alert.body.id ?? 0 })
      expect([tried.status, tried.body.msg]).toEqual([422, 'El webhook ya no existe o está desactivado.'])
      expect((await at.call('root', 'POST', 'webhooks/enable', { id: id_webhook })).body).toMatchObject({ ok: true })
      expect((await at.call('root', 'POST', 'alerts/remove', { id: alert.body.id ?? 0 })).body).toMatchObject({
        ok: true,
      })
    })

    test('an alert that cannot be is refused at its field', async () => {
      const alert = {
        name: 'Aviso',
        id_module: await moduleOf('orders'),
        type: 'changed',
        channel: 'mail',
        recipients: 'contact',
        subject: 'x',
        body: 'y',
      }
      const errors = async (part: JsonObject) =>
        (await at.call('root', 'POST', 'alerts/create', { ...alert, ...part })).body.errors
      const said = (field: string, words: string) => ({ [field]: expect.stringContaining(words) as unknown })
      expect(await errors({ body: 'Hola {{nam}}' })).toEqual(said('body', 'nam'))
      expect(await errors({ body: 'Hola {{name' })).toEqual(said('body', '{{name'))
      expect(await errors({ subject: '{{name|shout}}' })).toEqual(said('subject', 'shout'))
      expect(await errors({ subject: '{{name|money}}' })).toEqual(said('subject', 'money'))
      expect(await errors({ body: '{{#items}}{{nam}}{{/items}}' })).toEqual(said('body', 'nam'))
      expect(await errors({ body: '{{pin}}' })).toEqual(said('body', 'pin'))
      expect(await errors({ body: '{{margin}}' })).toEqual(said('body', 'margin'))
      expect(await errors({ body: '{{id_owner.password}}' })).toEqual(said('body', 'password'))
      expect(await errors({ fields: 'amont' })).toEqual(said('fields', 'amont'))
      expect(await errors({ rule: { kind: { eq: 'huge' } } })).toEqual(said('rule', 'huge'))
      expect(await errors({ recipients: 'kind' })).toEqual(said('recipients', 'kind'))
      expect(await errors({ recipients: 'ana@' })).toEqual(said('recipients', 'ana@'))
      expect(await errors({ recipients: null })).toEqual(said('recipients', ''))
      expect(await errors({ channel: 'sms', recipients: 'id_owner' })).toEqual(said('channel', 'sms'))
      for (const id_module of [1.5, -1, 'x']) expect(await errors({ id_module })).toEqual(said('id_module', ''))
      expect(await errors({ channel: 'webhook', id_webhook: null })).toEqual(said('id_webhook', ''))
      expect((await at.call('operator', 'POST', 'alerts/create', alert)).status).toBe(403)
    })

    test('an alert of the console is in force on every server at once, by its rule, until it is switched off', async () => {
      const second = await buildApp({
        keyring: TEST_KEYRING,
        database: at.database,
        metadata: at.metadata,
        words: at.runtime.words,
        features: [],
        now: () => new Date(clock_ms),
        timed: () => false,
      })
      try {
        const alert = {
          name: 'Montos grandes',
          id_module: await moduleOf('orders'),
          type: 'created',
          rule: { amount: { gt: 100 } },
          channel: 'mail',
          recipients: 'contact\njefa@test.pe',
          subject: '{{name}}',
          body: 'Entró {{name}}',
        }
        const { body } = await at.call('root', 'POST', 'alerts/create', alert)
        expect(body).toMatchObject({ ok: true })
        const inForce = () =>
          second.runtime.effects
            .of(at.database.db, 'orders')
            .then((effects) => effects.some(({ source }) => source === `alerts.${String(body.id)}`))
        await expect.poll(inForce).toBe(true)
        const token = await at.tokenFor('root')
        const orderBy2 = async (order: JsonObject): Promise<number> => {
          const reply = await second.inject({
            method: 'POST',
            url: '/api/admin/orders/create',
            payload: order,
            headers: { authorization: `Bearer ${token}` },
          })
          return Number(reply.json<JsonObject>().id)
        }
        expect(await about(await orderBy2({ name: 'Poco', amount: 5 }))).toEqual([])
        const id = await orderBy2({ name: 'Mucho', amount: 500, contact: 'ana2@test.pe' })
        await become(id, [
          { recipient: 'ana2@test.pe', effect: `alerts.${String(body.id)}`, status: '3' },
          { recipient: 'jefa@test.pe', status: '3' },
        ])
        expect((await at.call('operator', 'POST', 'alerts/try', { id: body.id ?? 0 })).status).toBe(403)
        await expect
          .poll(async () => (await at.call('root', 'POST', 'alerts/try', { id: body.id ?? 0 })).body.ok)
          .toBe(true)
        expect((await mails.mailTo(emailOf('root'))).text).toContain('Entró Mucho')
        expect((await at.call('root', 'POST', 'alerts/disable', { id: body.id ?? 0 })).body).toMatchObject({ ok: true })
        await expect.poll(inForce).toBe(false)
        expect((await at.call('root', 'POST', 'alerts/try', { id: body.id ?? 0 })).status).toBe(404)
        expect(await about(await orderBy2({ name: 'Nada', amount: 500 }))).toEqual([])
      } finally {
        await second.close()
      }
    })
  })
})
