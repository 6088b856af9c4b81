import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import type { EffectMessage } from '../../src/server/language/feature/feature'
import { oneEngine } from '../engines'
import { deliveriesOf, EVENT_RESOURCES, EVENT_SCHEMAS, pushing } from './events-fixture'
import { testApp, type TestApp } from './fixture-app'
import { emailOf } from './fixture-users'
import { mailServer, type MailServer } from './mail-server'

oneEngine((_engine, open) => {
  let at: TestApp
  let mails: MailServer
  let id_module = 0
  const ids: number[] = []
  const pushed: EffectMessage[] = []
  beforeAll(async () => {
    mails = await mailServer()
    at = await testApp({
      open,
      schemas: EVENT_SCHEMAS,
      resources: { ...EVENT_RESOURCES, orders: { title: 'Pedidos' } },
      features: [
        pushing((message) => {
          pushed.push(message)
          return Promise.resolve({ ok: true })
        }),
      ],
    })
    await at.call('root', 'POST', 'settings/mailSave', {
      mail_sender: 'no-reply@test.pe',
      mail_host: `127.0.0.1:${mails.port}`,
    })
    const row = await at.database.db
      .selectFrom('modules')
      .select('id')
      .where('key', '=', 'orders')
      .executeTakeFirstOrThrow()
    id_module = Number(row.id)
    const orders: readonly JsonObject[] = [
      { name: 'Uno', amount: 12, id_owner: at.ids.users.operator, items: [{ name: 'Pan', price: 2 }] },
      { name: 'Dos', amount: 1234.5 },
    ]
    for (const order of orders) {
      ids.push(Number((await at.call('root', 'POST', 'orders/create', order)).body.id))
    }
  })
  afterAll(async () => {
    await Promise.all([at?.close(), mails?.close()])
  })
  const preview = (input: JsonObject, role: 'root' | 'operator' = 'root') =>
    at.call(role, 'POST', 'alerts/preview', { id_module, ...input })

  test('every key that is offered can be written, with each of its filters; secrets and what some may not see are not offered', async () => {
    const { body, status } = await at.call('root', 'GET', 'alerts/keys', { id_module })
    expect(status).toBe(200)
    const keys = body.items as unknown as readonly {
      key: string
      kind: string
      under: string | null
      filters: string[]
      title: string
    }[]
    expect(body).toMatchObject({ resource: 'orders', entity: 'orders' })
    expect(keys).toEqual(
      expect.arrayContaining([
        { key: 'name', title: 'Nombre', kind: 'value', under: null, filters: ['upper', 'lower', 'raw'] },
        {
          key: 'amount',
          title: 'Monto',
          kind: 'value',
          under: null,
          filters: ['money', 'number', 'upper', 'lower', 'raw'],
        },
        expect.objectContaining({ key: 'id_owner', kind: 'ref', under: null }),
        expect.objectContaining({ key: 'id_owner.name', under: 'id_owner' }),
        expect.objectContaining({ key: 'items', kind: 'rows' }),
        expect.objectContaining({ key: 'price', kind: 'value', under: 'items' }),
      ]),
    )
    for (const hidden of ['pin', 'margin', 'id_owner.password', 'version'])
      expect(keys.map(({ key }) => key)).not.toContain(hidden)
    const rows = new Set(keys.filter(({ kind }) => kind === 'rows').map(({ key }) => key))
    const piece = (inner: string, under: string | null) =>
      under !== null && rows.has(under) ? `{{#${under}}}${inner}{{/${under}}}` : inner
    const all = keys
      .filter(({ kind }) => kind !== 'rows')
      .flatMap(({ key, under, filters }) =>
        [null, ...filters].map((filter) => piece(`{{${filter === null ? key : `${key}|${filter}`}}}`, under)),
      )
    expect(all.length).toBeGreaterThan(60)
    const { status: written, text } = await preview({ channel: 'notice', body: all.join(' ') })
    expect(written, text).toBe(200)
  })

  test('a message is shown as it would be said of the last record, or of the one that is chosen', async () => {
    const message = {
      channel: 'mail',
      subject: 'Pedido {{name|upper}}',
      body: 'De {{id_owner.name}}: {{amount|money}}\nLo lleva {{id_owner.name}}.\n{{#items}}- {{name}}{{/items}}',
    }
    // A line whose values are all empty is left out.
    const last = await preview(message)
    expect(last.body).toMatchObject({ subject: 'Pedido DOS', title: 'Dos', id_record: ids[1] })
    expect(String(last.body.body).replaceAll('\u00a0', ' ')).toBe('De : S/ 1,234.50')
    expect((await preview({ ...message, id_record: ids[0] ?? 0 })).body).toMatchObject({
      subject: 'Pedido UNO',
      body: expect.stringMatching(/De operator: [^]*Lo lleva operator[^]*- Pan$/) as unknown,
    })
    expect((await preview({ ...message, id_record: 999 })).status).toBe(404)
    expect(await deliveriesOf(at)).toEqual([])
  })

  test('what is wrong in a message is told at its field, and nobody but root asks', async () => {
    const { status, body } = await preview({ channel: 'mail', subject: '{{nam}}', body: '{{pin}}' })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['subject', 'body']])
    expect((await preview({ channel: 'mail', subject: '', body: 'x' })).body.errors).toHaveProperty('subject')
    expect((await preview({ id_module: 999_999, body: 'x' })).body.errors).toHaveProperty('id_module')
    for (const [method, call] of [
      ['POST', 'preview'],
      ['POST', 'try'],
      ['GET', 'keys'],
    ] as const) {
      expect([call, (await at.call('operator', method, `alerts/${call}`, { id_module, body: 'x' })).status]).toEqual([
        call,
        403,
      ])
    }
  })

  test('a draft is tried without being saved: who asks gets it, and no one else', async () => {
    const { body } = await at.call('root', 'POST', 'alerts/try', {
      id_module,
      channel: 'mail',
      subject: 'Prueba {{name}}',
      body: 'Son {{amount}}',
      id_record: ids[0] ?? 0,
    })
    expect(body).toMatchObject({ ok: true, msg: 'La prueba está en camino, solo para usted.' })
    expect((await mails.mailTo(emailOf('root'))).raw).toContain('Prueba Uno')
    expect((await deliveriesOf(at)).map(({ recipient, effect }) => [recipient, effect])).toEqual([
      [emailOf('root'), 'alerts.draft'],
    ])
    expect((await at.call('root', 'POST', 'alerts/try', { id_module, channel: 'webhook' })).body.errors).toHaveProperty(
      'id_webhook',
    )
    expect((await at.call('root', 'POST', 'alerts/try', { id: 999 })).status).toBe(404)
  })

  test('alerts are filtered by type and channel; the type is answered, asked for and written under its former name too, and two that differ are refused', async () => {
    const alert = { id_module, channel: 'notice', recipients: 'id_owner', body: 'x' }
    const made = await at.call('root', 'POST', 'alerts/create', { ...alert, name: 'Nueva', type: 'removed' })
    const old = await at.call('root', 'POST', 'alerts/create', { ...alert, name: 'Antigua', event: 'removed' })
    expect([made.body.item, old.body.item]).toMatchObject([
      { type: 'removed', event: 'removed' },
      { type: 'removed', event: 'removed' },
    ])
    const found = async (filters: JsonObject, more: JsonObject = {}) => {
      const { body, text } = await at.call('root', 'GET', 'alerts', { filters: { id_module, ...filters }, ...more })
      expect(body.ok, text).toBe(true)
      return (body.items as unknown as readonly JsonObject[]).map(({ name }) => name)
    }
    for (const name of ['type', 'event']) {
      expect(await found({ [name]: 'removed', channel: 'notice' }, { order_col: name })).toEqual(
        expect.arrayContaining(['Antigua', 'Nueva']),
      )
      expect(await found({ [name]: 'created', channel: 'notice' })).toEqual([])
    }
    expect(await found({ type: 'removed', channel: 'mail' })).toEqual([])
    const change = (more: JsonObject) => at.call('root', 'POST', 'alerts/create', { id: made.body.id ?? 0, ...more })
    expect((await change({ type: 'created', event: 'removed' })).body).toMatchObject({
      ok: true,
      item: { type: 'created', event: 'created' },
    })
    expect((await change({ type: 'created', event: 'changed' })).body.errors).toHaveProperty('event')
    expect((await change({ event: 'wrong' })).body.errors).toHaveProperty('type')
    for (const {
      body: { id = 0 },
    } of [made, old])
      expect((await at.call('root', 'POST', 'alerts/remove', { id })).body).toMatchObject({ ok: true })
  })

  describe('in other languages', () => {
    const alert = (more: JsonObject = {}): JsonObject => ({
      name: 'Por idioma',
      id_module,
      type: 'created',
      rule: { name: { eq: 'Por idioma' } },
      channel: 'mail',
      recipients: 'id_owner',
      subject: 'Pedido {{name}}',
      body: 'Encargado {{id_owner.name}}',
      ...more,
    })
    const texts = [{ language: 'en', subject: 'Order {{name}}', body: 'Kind {{kind}}, company {{id_company.name}}' }]
    const write = (more: JsonObject) => at.call('root', 'POST', 'alerts/create', alert(more))

    test('what is wrong in a language is told at its field', async () => {
      const errors = async (...rows: JsonObject[]) => (await write({ name: 'Mal', texts: rows })).body.errors
      const said = (field: string, words = '') => ({ [field]: expect.stringContaining(words) as unknown })
      expect(await errors({ ...texts[0], body: 'Hi {{nam}}' })).toEqual(said('texts.0.body', 'nam'))
      expect(
        await errors({ ...texts[0], subject: '{{name|money}}' }, { language: 'es', subject: '{{pin}}', body: 'x' }),
      ).toEqual({ ...said('texts.0.subject', 'money'), ...said('texts.1.subject', 'pin') })
      expect(await errors({ language: 'en', body: 'Hi' })).toEqual(said('texts.0.subject'))
      expect(await errors({ language: 'en', subject: 'Hi' })).toEqual(said('texts.0.body'))
      expect(await errors({ ...texts[0], language: 'xx' })).toEqual(said('texts.0.language', 'xx'))
      expect(await errors({ ...texts[0] }, { ...texts[0] })).toEqual(said('texts.1.language'))
      expect((await at.call('operator', 'POST', 'alerts/create', alert({ texts }))).status).toBe(403)
    })

    test('it is changed in one language alone, is checked when the alert comes to be about something else, and goes with it', async () => {
      const {
        body: { id = 0 },
        text,
      } = await write({ texts })
      expect(id, text).toBeGreaterThan(0)
      const form = async () =>
        (await at.call('root', 'POST', 'alerts/form', { id })).body.item as unknown as {
          texts: (JsonObject & { id: number })[]
        }
      const [row] = (await form()).texts
      const change = (more: JsonObject) => at.call('root', 'POST', 'alerts/create', { id, ...more })
      expect((await change({ texts: [{ id: row?.id ?? 0, body: '{{nam}}' }] })).body.errors).toHaveProperty([
        'texts.0.body',
      ])
      expect((await change({ texts: [{ id: row?.id ?? 0, subject: null }] })).body.errors).toHaveProperty([
        'texts.0.subject',
      ])
      expect((await change({ texts: [{ id: row?.id ?? 0, body: 'Now {{name}}' }] })).body).toMatchObject({ ok: true })
      expect((await form()).texts).toMatchObject([{ language: 'en', subject: 'Order {{name}}', body: 'Now {{name}}' }])
      const hooks = await at.database.db
        .selectFrom('modules')
        .select('id')
        .where('key', '=', 'webhooks')
        .executeTakeFirstOrThrow()
      const moved = await change({
        id_module: Number(hooks.id),
        recipients: 'jefa@test.pe',
        rule: null,
        subject: 'x',
        body: 'y',
        texts: [{ id: row?.id ?? 0, subject: 'Of {{kind}}' }],
      })
      expect(moved.body.errors).toHaveProperty(['texts.0.subject'])
      expect((await change({ texts: [] })).body).toMatchObject({ ok: true })
      expect((await form()).texts ?? []).toEqual([])
      expect((await at.call('root', 'POST', 'alerts/remove', { id })).body).toMatchObject({ ok: true })
    })

    test('a preview and a trial are in the language that is asked for', async () => {
      const spoken = { channel: 'mail', subject: '{{kind}}', body: 'Es {{kind}}' }
      expect((await preview(spoken)).body).toMatchObject({ subject: 'Chico' })
      expect((await preview({ ...spoken, language: 'en' })).body).toMatchObject({ ok: true })
      expect((await preview({ ...spoken, language: 'xx' })).body.errors).toHaveProperty('language')
      const {
        body: { id = 0 },
      } = await write({ texts })
      const sent = mails.mails.length
      for (const language of ['en', 'es'])
        expect(
          (await at.call('root', 'POST', 'alerts/try', { id, language, id_record: ids[0] ?? 0 })).body,
        ).toMatchObject({ ok: true })
      await expect.poll(() => mails.mails.length).toBe(sent + 2)
      const raws = mails.mails.slice(sent).map(({ raw, text }) => `${raw}\n${text}`)
      expect(
        raws.map((raw) => (raw.includes('Order Uno') ? 'en' : raw.includes('Pedido Uno') ? 'es' : raw)).sort(),
      ).toEqual(['en', 'es'])
    })

    test('a push is in the language of each who gets it', async () => {
      await at.database.db.updateTable('users').set({ language: 'en' }).where('id', '=', at.ids.users.reader).execute()
      const { body, text } = await write({
        name: 'Por push',
        rule: { name: { eq: 'Por push' } },
        channel: 'push',
        texts,
      })
      expect(body.ok, text).toBe(true)
      for (const id_owner of [at.ids.users.reader, at.ids.users.operator])
        await at.call('root', 'POST', 'orders/create', { name: 'Por push', id_owner, id_company: at.ids.companies.a })
      await expect
        .poll(() => pushed.map(({ subject, body: said }) => `${String(subject)}: ${said}`).sort())
        .toEqual(['Order Por push: Kind Chico, company Empresa A', 'Pedido Por push: Encargado operator'])
    })
  })
})
