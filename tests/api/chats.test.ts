import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { bookingBot } from './booking-bot'
import { FROM, pointAt, TO } from './whole-app'
import { chatsApp, type ChatsApp } from './chats-fixture'
import { textFrom } from './chat-provider'
import { NOON } from './services-fixture'

oneEngine((_engine, open) => {
  let at: ChatsApp
  let now = NOON
  const later = (s: number): void => {
    now = new Date(now.getTime() + s * 1000)
  }
  const post = (id: number, verb: string, input: JsonObject = {}, role: Parameters<ChatsApp['call']>[0] = 'operator') =>
    at.server.call(role, 'POST', `chats/${id}/${verb}`, input)
  const list = async (input: JsonObject = {}, role: Parameters<ChatsApp['call']>[0] = 'operator') =>
    (await at.server.call(role, 'GET', 'chats', input)).body
  const chatOf = async (token: string): Promise<JsonObject> => {
    const [contact] = token.split('.')
    const row = await at.server.database.db
      .selectFrom('chats')
      .selectAll()
      .where('contact', '=', contact!)
      .executeTakeFirstOrThrow()
    return row as JsonObject
  }
  const visitor = async (text = 'Hola') => {
    const { token } = await at.visit()
    expect((await at.write(token, text)).status).toBe(200)
    return { token, id: Number((await chatOf(token))['id']) }
  }

  beforeAll(async () => {
    at = await chatsApp(open, () => now)
    await at.server.call('root', 'POST', 'canned_answers/create', {
      name: 'saludo',
      text: 'Hola {{name}}, le habla {{agent}} de {{ brand }}. {{otro}}',
    })
  })

  describe('the chat page', () => {
    test('opens a conversation with the first message, and keeps each once however often it is sent', async () => {
      const { token, body } = await at.visit()
      expect(body).toMatchObject({ name: 'Página', greeting: '¿A dónde vamos?', messages: [], open: true })
      expect((await list())['total']).toBe(0)
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => at.write(token, 'Hola', { local_id: 'la-misma-clave' })),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
      const { items } = (await list()) as { items: JsonObject[] }
      expect(items).toMatchObject([{ cm_message: 'Hola', count_messages: 1, state: '1', owner: null }])
      expect((await at.visit(token)).body).toMatchObject({
        token,
        messages: [{ message: 'Hola', mine: true, local_id: 'la-misma-clave' }],
      })
    })

    test('takes only tokens of its own, nothing empty, no button that was not offered, and a place as it is', async () => {
      const { token } = await visitor()
      const [contact, issued] = token.split('.')
      for (const forged of [
        '',
        'x',
        `${contact}.${issued}.x`,
        token.replace(contact!, 'otro-contacto'),
        token.slice(0, -1),
      ]) {
        expect([403, 422]).toContain((await at.write(forged, 'Yo')).status)
      }
      expect((await at.write(token, ' \n\u0007 ')).status).toBe(422)
      expect((await at.write(token, '', { choice: 'c9' })).body['errors']).toHaveProperty('choice')
      expect((await at.write(token, 'x'.repeat(4097))).status).toBe(422)
      expect((await at.write(token, '', { lat: -12.05, lng: -77.03 })).status).toBe(200)
      expect((await at.messages(Number((await chatOf(token))['id']))).at(-1)).toMatchObject({
        type: 'in',
        lat: -12.05,
        lng: -77.03,
      })
      later(91 * 86_400)
      expect((await at.write(token, 'Tarde')).status).toBe(403)
      expect((await at.visit(token)).token).not.toBe(token)
      now = NOON
    })

    test('shows answers without notes, and what it has is delivered, then read', async () => {
      const { token, id } = await visitor()
      await post(id, 'sendMessage', { message: 'Buenos días' })
      await post(id, 'note', { message: 'Parece un cliente antiguo' })
      const states = async () => (await at.messages(id)).map(({ type, state }) => [type, state])
      expect(await states()).toEqual([
        ['in', null],
        ['out', 'sent'],
        ['note', null],
      ])
      const { body } = await at.look(token, 1)
      expect((body['messages'] as JsonObject[]).map(({ message, mine }) => [message, mine])).toEqual([
        ['Buenos días', false],
      ])
      expect(JSON.stringify(body)).not.toContain('antiguo')
      await at.look(token, 2)
      expect((await states())[1]).toEqual(['out', 'delivered'])
      await at.look(token, 2, true)
      await at.look(token, 2)
      expect((await states())[1]).toEqual(['out', 'read'])
    })

    test('reads all that an operator writes, however long', async () => {
      const { token } = await at.visit()
      await at.write(token, 'Hola')
      const { id } = await at.last()
      const long = `${'Vamos 🚕 '.repeat(437)}ya`
      expect(
        (await at.server.call('operator', 'POST', `chats/${Number(id)}/sendMessage`, { message: long })).status,
      ).toBe(200)
      const { body } = await at.look(token, 0)
      expect((body['messages'] as JsonObject[]).map(({ message }) => message)).toEqual(['Hola', long])
      const tooLong = await at.server.call('operator', 'POST', `chats/${Number(id)}/sendMessage`, {
        message: 'x'.repeat(4097),
      })
      expect(tooLong.body['errors']).toEqual({ message: 'Escriba como máximo 4096 caracteres.' })
    })

    test('may be framed by pages of others, and a switched-off or foreign channel is not there', async () => {
      for (const key of ['wha', 'nada'])
        expect((await at.server.call(null, 'GET', 'web_chat', { key })).status).toBe(404)
      expect((await at.server.call(null, 'GET', 'web_chat/offered')).body).toMatchObject({
        url: '/chat/pagina',
        text: 'Chatear con nosotros',
      })
    })

    test('is spared a flood', async () => {
      const { token } = await visitor()
      const answers = await Promise.all(Array.from({ length: 32 }, () => at.write(token, 'Otra vez')))
      expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
      later(61)
    })
  })

  describe('the inbox', () => {
    test("a conversation is one person's: of many who take it at once one does, and the others learn whose it is", async () => {
      const { id } = await visitor()
      const answers = await Promise.all(
        (['operator', 'root', 'operator', 'root'] as const).map((role) => post(id, 'claim', {}, role)),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
      const { owner } = ((await list())['items'] as JsonObject[]).find((item) => item['id'] === id)!
      const loser = (owner as JsonObject)['id'] === at.server.ids.users.operator ? 'root' : 'operator'
      expect(await post(id, 'sendMessage', { message: 'Yo' }, loser)).toMatchObject({
        status: 409,
        body: { conflict: { by: (owner as JsonObject)['name'] } },
      })
      expect((await post(id, 'close', {}, loser)).status).toBe(409)
      expect((await post(id, 'note', { message: 'Ojo' }, loser)).status).toBe(200)
      expect((await post(id, 'claim', { from: (owner as JsonObject)['id'] ?? 0 }, loser)).status).toBe(200)
      expect((await post(id, 'sendMessage', { message: 'Ahora sí' }, loser)).status).toBe(200)
      expect((await post(id, 'release', {}, loser)).body['chat']).toMatchObject({ owner: null, date_owned: null })
    })

    test('nothing empty is sent, and the same key is the same message', async () => {
      const { id } = await visitor()
      for (const message of ['', '   ', '\n\u0000'])
        expect((await post(id, 'sendMessage', { message })).body['errors']).toHaveProperty('message')
      const twice = await Promise.all(
        [1, 2, 3].map(() => post(id, 'sendMessage', { message: 'Una vez', local_id: 'clave-de-prueba' })),
      )
      expect(new Set(twice.map(({ body }) => (body['message'] as JsonObject)['id'])).size).toBe(1)
      expect((await post(id, 'sendMessage', { message: 'Otra', local_id: 'clave-de-prueba' })).status).toBe(409)
      expect((await at.messages(id)).map(({ message }) => message)).toEqual(['Hola', 'Una vez'])
    })

    test("what is unread is everybody's own, and is counted anew with what comes", async () => {
      const { id, token } = await visitor()
      for (let n = 0; n < 11; n++) await at.write(token, `Mensaje ${n}`)
      const unread = async (role: 'operator' | 'root') =>
        ((await list({}, role))['items'] as JsonObject[]).find((item) => item['id'] === id)!['count_messages']
      expect(await unread('operator')).toBe(12)
      expect((await post(id, 'read', { seq: 12 })).body['count_messages']).toBe(0)
      expect([await unread('operator'), await unread('root')]).toEqual([0, 12])
      await post(id, 'read', { seq: 3 })
      await at.write(token, 'Uno más')
      expect(await unread('operator')).toBe(1)
    })

    test("is closed, leaves the open boxes, and a new message opens it as nobody's", async () => {
      const { id, token } = await visitor()
      await post(id, 'claim')
      expect((await post(id, 'close')).body['chat']).toMatchObject({ state: '0', owner: null })
      const boxes = async () =>
        Object.fromEntries(
          await Promise.all(
            ['all', 'mine', 'nobody', 'closed'].map(async (box) => [
              box,
              ((await list({ box }))['items'] as JsonObject[]).some((item) => item['id'] === id),
            ]),
          ),
        )
      expect(await boxes()).toEqual({ all: false, mine: false, nobody: false, closed: true })
      expect((await at.look(token, 0)).body['open']).toBe(false)
      await at.write(token, '¿Sigue ahí?')
      expect(await boxes()).toEqual({ all: true, mine: false, nobody: true, closed: false })
    })

    test('canned answers say what is known of the conversation, and nothing where it is not', async () => {
      const { id } = await visitor()
      expect((await at.server.call('operator', 'GET', `chats/${id}/answers`)).body['items']).toMatchObject([
        { name: 'saludo', text: expect.stringMatching(/^Hola, le habla \S+ de .*\. \{\{otro\}\}$/) as string },
      ])
    })

    test('of a visitor whom nobody knows somebody says who it is: a client whom they see, or a new one, once', async () => {
      const { id } = await visitor()
      const beside = async () => (await at.server.call('operator', 'GET', `chats/${id}/beside`)).body
      const link = (input: JsonObject, role?: Parameters<ChatsApp['call']>[0]) => post(id, 'setClient', input, role)
      expect(await beside()).toMatchObject({ client: null, is_hidden: false, rides: [] })
      // Only somebody of the catalogue of clients, and only by those who may write in conversations.
      expect((await link({ id_client: at.server.ids.users.operator })).body).toMatchObject({
        code: 'VALIDATION',
        errors: { id_client: expect.any(String) as string },
      })
      expect([403, 404]).toContain((await link({ id_client: at.id['client']! }, 'readerA')).status)
      // Of many who say it at once one does.
      const made = await Promise.all(
        [1, 2, 3].map((n) => post(id, 'newClient', { name: `Rosa Díaz ${n}`, phone: `98877665${n}` })),
      )
      expect(made.map(({ status }) => status).sort()).toEqual([200, 409, 409])
      const { id_client } = made.find(({ status }) => status === 200)!.body
      expect(await beside()).toMatchObject({
        client: { id: id_client, name: expect.stringMatching(/^Rosa Díaz/) as string },
      })
      expect(
        await at.server.database.db.selectFrom('users').where('name', 'like', 'Rosa Díaz%').select('id').execute(),
      ).toHaveLength(1)
      // The same number is the same person; a wrong one is said at its field.
      const [{ phone }] = (await at.server.database.db
        .selectFrom('users')
        .where('id', '=', Number(id_client))
        .select('phone')
        .execute()) as [{ phone: string }]
      const other = (await visitor('Soy yo')).id
      for (const given of [phone, `+51 ${phone}`, 'abc'])
        expect((await post(other, 'newClient', { name: 'Rosa', phone: given })).body).toMatchObject({
          code: 'VALIDATION',
          errors: { phone: expect.any(String) as string },
        })
      expect((await post(other, 'setClient', { id_client: Number(id_client) })).status).toBe(200)
      expect((await link({ id_client: null })).status).toBe(409)
      expect((await link({ id_client: null, from: Number(id_client) })).status).toBe(200)
      expect(await beside()).toMatchObject({ client: null })
      // Somebody of another branch is linked by who sees them, and named to nobody else.
      const [me, branch] = [
        at.server.ids.users.operator,
        await at.put('branches', { name: 'Tacna', point: pointAt(-18, -70.25), timezone: 'America/Lima' }),
      ]
      const away = await at.server.call('root', 'POST', 'clients/create', {
        name: 'Lejana',
        phone: '952111222',
        id_branch: branch,
      })
      await at.server.database.transaction((tx) =>
        tx.updateTable('users').set({ id_branch: at.id['lima'] }).where('id', '=', me).execute(),
      )
      at.server.runtime.changed('users')
      const far = Number(away.body['id'])
      expect((await link({ id_client: far })).body).toMatchObject({
        code: 'VALIDATION',
        errors: { id_client: expect.any(String) as string },
      })
      expect((await link({ id_client: far }, 'root')).status).toBe(200)
      expect(await beside()).toMatchObject({ client: null, is_hidden: true })
      await at.server.database.transaction((tx) =>
        tx.updateTable('users').set({ id_branch: null }).where('id', '=', me).execute(),
      )
      at.server.runtime.changed('users')
    })

    test("is the house's alone, branch by branch", async () => {
      const { id } = await visitor()
      for (const role of ['companyA', 'readerA', 'none'] as const) {
        expect([role, ((await list({}, role))['items'] as JsonObject[] | undefined) ?? []]).toEqual([role, []])
        for (const path of [`chats/${id}`, `chats/${id}/beside`, `chats/${id}/answers`])
          expect([403, 404]).toContain((await at.server.call(role, 'GET', path)).status)
        for (const verb of ['claim', 'close', 'release'])
          expect([403, 404]).toContain((await post(id, verb, {}, role)).status)
      }
      const branch = await at.put('branches', {
        name: 'Cusco',
        point: pointAt(-13.5, -71.97),
        timezone: 'America/Lima',
      })
      await at.server.database.transaction((tx) =>
        tx.updateTable('chat_channels').set({ id_branch: branch }).where('key', '=', 'wha').execute(),
      )
      await at.meta(textFrom('51911112222', 'wamid.cusco', 'Desde Cusco', now))
      expect(((await list({}, 'root'))['items'] as JsonObject[])[0]).toMatchObject({ cm_message: 'Desde Cusco' })
      const me = at.server.ids.users.operator
      await at.server.database.transaction((tx) =>
        tx.updateTable('users').set({ id_branch: at.id['lima'] }).where('id', '=', me).execute(),
      )
      at.server.runtime.changed('users')
      expect(JSON.stringify(await list())).not.toContain('Cusco')
      expect(((await list())['items'] as JsonObject[]).length).toBeGreaterThan(0)
      await at.server.database.transaction((tx) =>
        tx.updateTable('users').set({ id_branch: null }).where('id', '=', me).execute(),
      )
      at.server.runtime.changed('users')
    })
  })

  describe('a bot', () => {
    let bot: number
    const said = async (id: number) =>
      (await at.messages(id)).map(
        ({ type, message, by_bot }) => `${String(type)}${by_bot === 1 ? '*' : ''} ${String(message)}`,
      )
    const says = (id: number, text: string) => expect.poll(async () => (await said(id)).at(-1)).toContain(text)
    const made: Parameters<typeof bookingBot>[0] = async (method, path, input) => {
      const { status, body, text } = await at.server.call('root', method, path, input)
      expect(status, `${path} ${text}`).toBe(200)
      return body
    }
    beforeAll(async () => {
      bot = await bookingBot(made, { id_product: at.id['taxi']! })
      await at.server.database.transaction((tx) =>
        tx.updateTable('chat_channels').set({ id_bot: bot }).where('key', '=', 'pagina').execute(),
      )
    })

    test('books a real ride in the chat page: conversation, quote, service on air', async () => {
      const { id, token } = await visitor('Quiero un taxi')
      await says(id, '¿Su teléfono?')
      await at.write(token, '987654321')
      await says(id, '¿Dónde le recogemos?')
      await at.write(token, '', { ...FROM })
      await says(id, '¿A dónde va?')
      await at.write(token, '', { ...TO })
      await says(id, '¿Lo pedimos?')
      const { messages } = (await at.look(token, 0)).body as { messages: JsonObject[] }
      const [yes] = messages.at(-1)!['buttons'] as JsonObject[]
      await at.write(token, '', { choice: yes!['id'] ?? '' })
      await says(id, 'Buscamos un conductor')
      const number = Number(/\d+/.exec((await said(id)).at(-1)!)![0])
      const service = await at.server.database.db
        .selectFrom('services')
        .selectAll()
        .where('id', '=', number)
        .executeTakeFirstOrThrow()
      expect(service).toMatchObject({ id_client: at.id['ana'], id_product: at.id['taxi'], state: 'requested' })
      expect((await said(id))[0]).toBe('in Quiero un taxi')
      expect(((await list({ box: 'bot' }))['items'] as JsonObject[])[0]).toMatchObject({ id, bot: 1, owner: null })
    })

    test('offers nobody it does not know what is for companies alone', async () => {
      const answersBy = (id_bot: number) =>
        at.server.database.transaction((tx) =>
          tx.updateTable('chat_channels').set({ id_bot }).where('key', '=', 'pagina').execute(),
        )
      const areAll = async (for_companies: 0 | 1): Promise<void> => {
        await at.server.database.transaction((tx) =>
          tx
            .updateTable('products')
            .set({ for_companies: for_companies === 1 })
            .execute(),
        )
        // The fares' book is read anew after a change by the front door.
        await made('POST', 'products/create', { id: at.id['taxi']!, for_companies })
      }
      const asked = async (): Promise<number> => {
        const { id, token } = await visitor('Quiero un taxi')
        for (const [question, message, place] of [
          ['¿Su teléfono?', '911222333', {}],
          ['¿Dónde le recogemos?', '', FROM],
          ['¿A dónde va?', '', TO],
        ] as const) {
          await says(id, question)
          await at.write(token, message, { ...place })
        }
        return id
      }
      await answersBy(await bookingBot(made, { name: 'De cualquier producto', id_product: null }))
      await areAll(1)
      await says(await asked(), 'Le atiende una persona.')
      await areAll(0)
      await says(await asked(), '¿Lo pedimos?')
      await answersBy(bot)
    })

    test('is silent while a person answers, and begins anew when they release or close', async () => {
      const { id, token } = await visitor('Buenas')
      await says(id, '¿Su teléfono?')
      await post(id, 'claim')
      await at.write(token, '987654321')
      expect((await said(id)).at(-1)).toBe('in 987654321')
      await post(id, 'release')
      await at.write(token, 'Sigo aquí')
      expect((await said(id)).at(-1)).toBe('out* ¿Su teléfono?')
      await post(id, 'claim')
      await post(id, 'close')
      await at.write(token, 'Otra vez yo')
      expect((await said(id)).at(-1)).toBe('out* ¿Su teléfono?')
    })

    test('hands over to a person when it does not get on, and says no more', async () => {
      const { id, token } = await visitor('Hola')
      for (const answer of ['no sé', 'tampoco', 'nada']) await at.write(token, answer)
      await says(id, 'Le atiende una persona.')
      await at.write(token, '¿Hay alguien?')
      expect((await said(id)).at(-1)).toBe('in ¿Hay alguien?')
      expect(((await list({ box: 'nobody' }))['items'] as JsonObject[]).map((item) => item['id'])).toContain(id)
    })

    test('two hundred conversations at once, told twice and out of order: each message once, each session on one path', async () => {
      await at.server.database.transaction((tx) =>
        tx.updateTable('chat_channels').set({ id_bot: bot, id_branch: null }).where('key', '=', 'wha').execute(),
      )
      const people = Array.from({ length: 200 }, (_, n) => `519700${String(n).padStart(5, '0')}`)
      const tell = (from: string, n: number) =>
        at.meta(
          textFrom(from, `wamid.many.${from}.${n}`, n === 0 ? 'Hola' : '987654321', new Date(now.getTime() + n * 1000)),
        )
      // Each message comes twice, and the second of every other person overtakes the first.
      const told = people.flatMap(
        (from, n) =>
          (n % 2 === 0
            ? [
                [from, 0],
                [from, 1],
                [from, 0],
                [from, 1],
              ]
            : [
                [from, 1],
                [from, 0],
                [from, 1],
                [from, 0],
              ]) as [string, number][],
      )
      const answers = await Promise.all(told.map(([from, n]) => tell(from, n)))
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
      const { db } = at.server.database
      const rows = await db
        .selectFrom('chat_messages as m')
        .innerJoin('chats as c', 'c.id', 'm.id_chat')
        .select(['c.id', 'c.contact', 'm.seq', 'm.type', 'm.message'])
        .where('c.contact', 'in', people)
        .orderBy('c.id')
        .orderBy('m.seq')
        .execute()
      const byChat = new Map<number, typeof rows>()
      for (const row of rows) byChat.set(Number(row['id']), [...(byChat.get(Number(row['id'])) ?? []), row])
      expect(byChat.size).toBe(200)
      for (const messages of byChat.values()) {
        expect(messages.map(({ seq }) => Number(seq))).toEqual(messages.map((_, n) => n + 1))
        expect(
          messages
            .filter(({ type }) => type === 'in')
            .map(({ message }) => message)
            .toSorted(),
        ).toEqual(['987654321', 'Hola'])
        // In their order the second answers the bot's question; overtaken, the first is shown and not answered.
        const asked = messages.filter(({ type }) => type === 'out').map(({ message }) => message)
        const isInOrder = messages.find(({ type }) => type === 'in')!['message'] === 'Hola'
        expect(asked).toEqual(isInOrder ? ['¿Su teléfono?', '¿Dónde le recogemos?'] : ['¿Su teléfono?'])
      }
      const sessions = await db
        .selectFrom('bot_sessions')
        .select('id_chat')
        .where('id_chat', 'in', [...byChat.keys()])
        .execute()
      expect(new Set(sessions.map(({ id_chat }) => id_chat)).size).toBe(sessions.length)
      expect(sessions).toHaveLength(200)
    })
  })
})
