import { afterAll, beforeAll, expect, test } from 'vitest'
import { wakeJob } from '#engine/server'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { chatProvider, textFrom, type ChatProvider } from './chat-provider'
import { chatsApp, type ChatsApp } from './chats-fixture'
import { NOON } from './services-fixture'

const body = (text: string, ...more: JsonObject[]): JsonObject[] => [...more, { type: 'BODY', text }]
const listed = (name: string, language: string, components: JsonObject[], status = 'APPROVED'): JsonObject => ({
  name,
  language,
  status,
  components,
})

oneEngine((_engine, open) => {
  let at: ChatsApp
  let meta: ChatProvider
  let now = NOON
  let people = 0
  const call = (path: string, input: JsonObject = {}, role: 'operator' | 'root' | 'reader' = 'operator') =>
    at.server.call(role, 'POST', path, input)
  const offered = async (id: number) =>
    (await at.server.call('operator', 'GET', `chats/${id}/templates`)).body['items'] as JsonObject[]
  const channel = async (key: string) =>
    (
      await at.server.database.db
        .selectFrom('chat_channels')
        .select('id')
        .where('key', '=', key)
        .executeTakeFirstOrThrow()
    ).id as number
  /** Somebody whose last word is older than a day. */
  const silent = async () => {
    const from = `5192000${String(++people).padStart(4, '0')}`
    await at.meta(textFrom(from, `wamid.t.${from}`, 'Hola', now))
    now = new Date(now.getTime() + 25 * 3_600_000)
    return { from, id: Number((await at.last())['id']) }
  }
  const last = async (id: number) => (await at.messages(id)).at(-1)

  beforeAll(async () => {
    meta = await chatProvider()
    at = await chatsApp(open, () => now, { provider: meta.url })
    const wha = await channel('wha')
    expect(
      (await call('chat_channels/create', { id: wha, business_account_id: '102290129340398' }, 'root')).status,
    ).toBe(200)
    meta.templates.set('', {
      data: [
        listed(
          'recojo',
          'es_PE',
          body('Hola {{1}}, su auto llega a las {{2}}.', { type: 'HEADER', format: 'TEXT', text: 'Aviso' }),
        ),
        listed('promo', 'es', body('Mire', { type: 'HEADER', format: 'IMAGE' })),
        listed('vieja', 'es', body('Hola'), 'REJECTED'),
      ],
      paging: { next: 'más', cursors: { after: 'dos' } },
    })
    meta.templates.set('dos', { data: [listed('saludo', 'es', body('Buenos días, {{client}}.'))] })
    const { status, body: told, text } = await call('chat_templates/fetch', { id: wha }, 'root')
    expect([status, text]).toEqual([200, expect.any(String)])
    expect(told).toMatchObject({ kept: 2, left_out: 1, off: 0 })
  })
  afterAll(() => meta?.close())

  test('after a day of silence free text is refused, and an approved template goes out with its values', async () => {
    const { from, id } = await silent()
    expect((await call(`chats/${id}/sendMessage`, { message: 'Tarde' })).status).toBe(409)
    const items = await offered(id)
    expect(items.map(({ name, language, variables }) => [name, language, variables])).toEqual([
      ['recojo', 'es_PE', ['1', '2']],
      ['saludo', 'es', ['client']],
    ])
    const [ride, hello] = items.map((one) => Number(one['id']))
    expect(
      (await call(`chats/${id}/sendTemplate`, { id_template: ride!, values: ['Ana', '  '] })).body['errors'],
    ).toHaveProperty('values.1')
    expect(
      (await call(`chats/${id}/sendTemplate`, { id_template: 999_999, values: [] })).body['errors'],
    ).toHaveProperty('id_template')
    const input = { id_template: ride!, values: ['Ana\n Quispe', '9:30'], local_id: 'plantilla-1' }
    for (let n = 0; n < 2; n++) expect((await call(`chats/${id}/sendTemplate`, input)).status).toBe(200)
    await call(`chats/${id}/sendTemplate`, { id_template: hello!, values: ['Ana'] })
    await expect.poll(async () => (await last(id))?.['state']).toBe('sent')
    expect(meta.calls.filter((one) => one.body['to'] === from).map((one) => one.body['template'])).toEqual([
      {
        name: 'recojo',
        language: { code: 'es_PE' },
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Ana Quispe' },
              { type: 'text', text: '9:30' },
            ],
          },
        ],
      },
      {
        name: 'saludo',
        language: { code: 'es' },
        components: [{ type: 'body', parameters: [{ type: 'text', text: 'Ana', parameter_name: 'client' }] }],
      },
    ])
    expect((await at.messages(id)).slice(1).map(({ message, template }) => [message, template])).toEqual([
      ['Hola Ana Quispe, su auto llega a las 9:30.', 1],
      ['Buenos días, Ana.', 1],
    ])
  })

  test('what a bot or a machine says after a day is not sent, and says why; it is not asked of the provider', async () => {
    const { id } = await silent()
    const before = meta.calls.length
    const { db } = at.server.database
    const stamp = now.toISOString()
    const chat = await db
      .selectFrom('chats')
      .select(['id_channel', 'seq'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('chat_messages')
      .values({
        id_chat: id,
        id_channel: chat.id_channel,
        seq: Number(chat.seq) + 1,
        type: 'out',
        message: '¿Sigue ahí?',
        by_bot: true,
        state: 'queued',
        attempts: 0,
        date_next: stamp,
        date_created: stamp,
        date_updated: stamp,
      })
      .execute()
    await wakeJob(db, 'chats.send')
    await expect.poll(async () => last(id)).toMatchObject({ state: 'failed', reason: 'window' })
    expect(meta.calls).toHaveLength(before)
  })

  test('a template that is refused says so and can be tried again; one that is approved no more is offered to nobody', async () => {
    const { id } = await silent()
    const [ride] = await offered(id)
    meta.next.push({ status: 400, body: { error: { code: 132_001 } } })
    await call(`chats/${id}/sendTemplate`, { id_template: Number(ride?.['id']), values: ['Ana', '10:00'] })
    await expect.poll(async () => last(id)).toMatchObject({ state: 'failed', reason: 'template' })
    expect((await call(`chats/${id}/retryMessage`, { id_message: Number((await last(id))?.['id']) })).status).toBe(200)
    await expect.poll(async () => (await last(id))?.['state']).toBe('sent')
    meta.templates.set('', { data: [] })
    expect((await call('chat_templates/fetch', { id: await channel('wha') }, 'root')).body).toMatchObject({
      kept: 0,
      off: 2,
    })
    expect(await offered(id)).toEqual([])
  })

  test('however many and long they are, those that can be kept come, and what is left out is said', async () => {
    const id = await channel('wha')
    const long = 'ñandú '.repeat(170).trim()
    const buttons = (text: string) => Array.from({ length: 10 }, () => ({ type: 'QUICK_REPLY', text }))
    const one = (n: number, text: string) =>
      listed(`aviso_${n}`, 'es', [...body(text), { type: 'BUTTONS', buttons: buttons(text) }])
    const many = (text: string) => Array.from({ length: 100 }, (_one, n) => one(n, text))
    meta.templates.set('', { data: many(long), paging: { next: 'más', cursors: { after: 'p1' } } })
    for (let page = 1; page < 22; page++) {
      const paging = { next: 'más', cursors: { after: `p${page + 1}` } }
      meta.templates.set(`p${page}`, { data: [one(page * 100, 'Hola')], paging })
    }
    meta.templates.set('p22', {
      data: [
        listed('x'.repeat(200), 'es', body('Hola')),
        listed('larga', 'es', body('x'.repeat(2000))),
        listed('última', 'es', body('Hola')),
        one(2200, 'Hola'),
      ],
    })
    const fetched = async () => (await call('chat_templates/fetch', { id }, 'root')).body
    expect(await fetched()).toMatchObject({ kept: 122, left_out: 3, off: 0 })
    expect(await fetched()).toMatchObject({ kept: 122, left_out: 3, off: 0 })
    // A list that never ends is no list: nothing is switched off by a part of it.
    meta.templates.set('p22', { data: [], paging: { next: 'más', cursors: { after: 'p1' } } })
    expect((await call('chat_templates/fetch', { id }, 'root')).status).toBe(409)
    const used = await at.server.call('root', 'GET', 'chat_templates', { filters: { state: '1' }, limit: 1 })
    expect(used.body['total']).toBe(122)
  })

  test('those of a channel of all branches are brought by who has all branches alone', async () => {
    const id = await channel('wha')
    const me = at.server.ids.users.operator
    const bind = async (id_branch: number | null): Promise<void> => {
      await at.server.database.db.updateTable('users').set({ id_branch }).where('id', '=', me).execute()
      at.server.runtime.changed('users')
    }
    await bind(at.id['lima']!)
    meta.templates.clear()
    const { status, body: told } = await call('chat_templates/fetch', { id })
    expect([status, told['msg']]).toEqual([403, expect.stringContaining('Este canal es de todas las sucursales')])
    await bind(null)
    meta.templates.set('', { data: [listed('aviso_1', 'es', body('Hola'))] })
    expect((await call('chat_templates/fetch', { id })).status).toBe(200)
  })

  test('a body whose variables have gaps is refused at its field, and only who edits templates fetches them', async () => {
    const input = { id_channel: await channel('wha'), name: 'hueco', language: 'es', body: 'Hola {{1}} y {{3}}' }
    expect((await call('chat_templates/create', input, 'root')).body['errors']).toHaveProperty('body')
    expect((await call('chat_templates/fetch', { id: await channel('wha') }, 'reader')).status).toBe(403)
    await at.server.database.transaction((tx) =>
      tx.updateTable('chat_channels').set({ business_account_id: null }).where('key', '=', 'wha').execute(),
    )
    expect((await call('chat_templates/fetch', { id: await channel('wha') }, 'root')).body['msg']).toBe(
      'Al canal le faltan datos.',
    )
  })
})
