import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wakeJob } from '#engine/server'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { chatProvider, NUMBER, signedBy, statusOf, textFrom, whatsappBody, type ChatProvider } from './chat-provider'
import { APP_SECRET, chatsApp, type ChatsApp } from './chats-fixture'
import { NOON } from './services-fixture'

const PERSON = '51987654321'

oneEngine((_engine, open) => {
  let at: ChatsApp
  let meta: ChatProvider
  let now = NOON
  const later = (s: number): void => {
    now = new Date(now.getTime() + s * 1000)
  }
  const rows = (table: string) => at.server.database.db.selectFrom(table).selectAll().orderBy('id').execute()
  const send = async (id: number, message: string) =>
    at.server.call('operator', 'POST', `chats/${id}/sendMessage`, { message })
  const stateOf = async (id: number) => (await at.messages(id)).at(-1)!
  const reaches = (id: number, state: string) => expect.poll(async () => (await stateOf(id))['state']).toBe(state)
  const wake = () => wakeJob(at.server.database.db, 'chats.send')
  /** A conversation with somebody new, in which the operator may write. */
  let people = 0
  const person = async () => {
    const from = `5190000${String(++people).padStart(4, '0')}`
    expect((await at.meta(textFrom(from, `wamid.in.${from}`, 'Hola', now))).status).toBe(200)
    return { from, id: Number((await at.last())['id']) }
  }

  beforeAll(async () => {
    meta = await chatProvider()
    at = await chatsApp(open, () => now, { provider: meta.url })
  })
  afterAll(() => meta?.close())

  describe('WhatsApp', () => {
    test("answers the question whether the address is ours, and nobody else's", async () => {
      const ask = (token: string) =>
        at.server.request({
          method: 'GET',
          url: `/api/hooks/chats/wha?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`,
        })
      expect(await ask('verificame')).toMatchObject({ status: 200, text: '1158201444' })
      expect(await ask('otra')).toMatchObject({ status: 403, text: '' })
      expect((await at.server.request({ method: 'GET', url: '/api/hooks/chats/nada' })).status).toBe(404)
      expect((await at.server.request({ method: 'PUT', url: '/api/hooks/chats/wha' })).status).toBe(405)
    })

    test('is heard only with a signature over the very bytes', async () => {
      const body = textFrom(PERSON, 'wamid.forged', 'Falso', now)
      for (const signature of ['', 'sha256=', signedBy('otro', body), signedBy(APP_SECRET, `${body} `)])
        expect((await at.meta(body, signature)).status).toBe(403)
      // The same content in other bytes is not what was signed.
      expect((await at.meta(JSON.stringify(JSON.parse(body), null, 1), signedBy(APP_SECRET, body))).status).toBe(403)
      expect(await rows('chats')).toEqual([])
    })

    test('a message comes once however often it is brought, and finds the client by their number', async () => {
      const body = textFrom(PERSON, 'wamid.1', 'Necesito un taxi', now)
      const answers = await Promise.all(Array.from({ length: 6 }, () => at.meta(body)))
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
      const chat = await at.last()
      expect(chat).toMatchObject({
        phone: `+${PERSON}`,
        name: 'Sheena Nelson',
        cm_message: 'Necesito un taxi',
        count_messages: 1,
        bot: 0,
        state: '1',
        owner: null,
      })
      expect(
        (await at.messages(Number(chat['id']))).map(({ message, type, by_bot }) => [message, type, by_bot]),
      ).toEqual([['Necesito un taxi', 'in', 0]])
      expect(
        (await at.server.call('operator', 'GET', `chats/${Number(chat['id'])}/beside`)).body['client'],
      ).toMatchObject({ id: at.id['ana'], name: 'Ana Quispe' })
    })

    test("buttons, places and files are understood, a reaction is named; what is another number's, or nothing, is passed over", async () => {
      const { from, id } = await person()
      const message = (no: number, more: JsonObject) =>
        whatsappBody({
          messages: [{ from, id: `wamid.kind.${no}`, timestamp: String(Math.floor(now.getTime() / 1000)), ...more }],
        })
      const told = [
        message(1, {
          type: 'interactive',
          interactive: { type: 'button_reply', button_reply: { id: 'b1', title: 'Sí' } },
        }),
        message(2, { type: 'location', location: { latitude: -12.05, longitude: -77.03, name: 'Plaza San Martín' } }),
        message(3, { type: 'image', image: { id: 'media-1', mime_type: 'image/jpeg', caption: 'Mi puerta' } }),
        message(4, { type: 'reaction', reaction: { message_id: 'x', emoji: '👍' } }),
        message(5, { type: 'location', location: { latitude: 900, longitude: 0 } }),
        message(6, { type: 'text', text: { body: 'De otro número' } }).replace(NUMBER, '999'),
        '{"object":"whatsapp_business_account","entry":7}',
        'no es json',
        '[]',
      ]
      for (const body of told) expect((await at.meta(body)).status).toBe(200)
      expect((await at.messages(id)).slice(1).map(({ message: text, lat, file }) => [text, lat, file])).toEqual([
        ['Sí', null, null],
        ['Plaza San Martín', -12.05, null],
        ['Mi puerta', null, expect.objectContaining({ kind: 'image', mime: 'image/jpeg' })],
        ['[Reacción] 👍', null, null],
        ['[Ubicación que no se pudo leer] 900, 0', null, null],
      ])
    })

    test('every message of a delivery is heard by itself: a long one whole, each kind by its name, and the delivery is kept as it came', async () => {
      const { from, id } = await person()
      const message = (no: string, more: JsonObject): JsonObject => ({
        from,
        id: `wamid.each.${no}`,
        timestamp: String(Math.floor(now.getTime() / 1000)),
        ...more,
      })
      const long = `${'Señor 👍 '.repeat(600)}fin`
      const told: readonly JsonObject[] = [
        message('long', { type: 'text', text: { body: long } }),
        message('x'.repeat(300), { type: 'text', text: { body: 'Con un número que no cabe' } }),
        message('contacts', {
          type: 'contacts',
          contacts: [{ name: { formatted_name: 'Ana Pérez' }, phones: [{ phone: '+51 999 111 222' }] }],
        }),
        message('order', {
          type: 'order',
          order: {
            text: 'Sin cebolla',
            product_items: [{ product_retailer_id: 'A-1', quantity: 2, item_price: 12.5, currency: 'PEN' }],
          },
        }),
        message('form', {
          type: 'interactive',
          interactive: {
            type: 'nfm_reply',
            nfm_reply: {
              name: 'flow',
              body: 'Sent',
              response_json: '{"flow_token":"x","distrito":"Breña","asientos":4}',
            },
          },
        }),
        message('edit', {
          type: 'edit',
          edit: {
            original_message_id: 'wamid.each.long',
            message: { type: 'text', text: { body: 'Quise decir Larco' } },
          },
        }),
        message('revoke', { type: 'revoke', revoke: { original_message_id: 'wamid.each.long' } }),
        message('unsupported', {
          type: 'unsupported',
          errors: [
            {
              code: 131051,
              title: 'Message type unknown',
              error_data: { details: 'Message type is currently not supported.' },
            },
          ],
        }),
        message('new', { type: 'hologram' }),
        message('last', { type: 'text', text: { body: 'Gracias' } }),
      ]
      expect((await at.meta(whatsappBody({ messages: told }))).status).toBe(200)
      expect((await at.messages(id)).slice(1).map(({ message: text }) => text)).toEqual([
        long,
        '[Contacto]\nAna Pérez +51 999 111 222',
        '[Pedido]\n2 × A-1 (12.5 PEN)\nSin cebolla',
        '[Formulario respondido]\ndistrito: Breña\nasientos: 4',
        '[Editó un mensaje] Quise decir Larco',
        '[Eliminó un mensaje]',
        '[Mensaje que no se puede mostrar] Message type is currently not supported.',
        '[Mensaje que no se puede mostrar] hologram',
        'Gracias',
      ])
      const delivery = (await rows('chat_deliveries')).at(-1)
      expect(delivery).toMatchObject({ taken: 9, lost: 1, error: expect.any(String) })
      expect(JSON.stringify(delivery?.['body'])).toContain('hologram')
    })

    test("an answer is sent after its commit with the number's token, and its state only rises", async () => {
      const { from, id } = await person()
      const first = meta.calls.length
      expect((await send(id, 'Enseguida')).body['message']).toMatchObject({
        state: 'queued',
        message: 'Enseguida',
        type: 'out',
      })
      await reaches(id, 'sent')
      expect(meta.calls.slice(first)).toEqual([
        {
          path: `/${NUMBER}/messages`,
          token: 'Bearer token-de-meta',
          body: {
            messaging_product: 'whatsapp',
            recipient_type: 'individual',
            to: from,
            type: 'text',
            text: { body: 'Enseguida', preview_url: false },
          },
        },
      ])
      const wamid = `wamid.out.${meta.calls.length}`
      for (const [told, becomes] of [
        ['read', 'read'],
        ['delivered', 'read'],
        ['sent', 'read'],
        ['failed', 'read'],
      ] as const) {
        expect((await at.meta(statusOf(wamid, told, now))).status).toBe(200)
        expect((await stateOf(id))['state']).toBe(becomes)
      }
    })

    test('a state that is told before the answer to the sending is not lost', async () => {
      const { id } = await person()
      const wamid = `wamid.out.${meta.calls.length + 1}`
      for (const told of ['delivered', 'sent']) await at.meta(statusOf(wamid, told, now))
      await send(id, 'Rápido')
      await reaches(id, 'delivered')
      const next = `wamid.out.${meta.calls.length + 1}`
      for (const told of ['sent', 'failed', 'sent']) await at.meta(statusOf(next, told, now))
      await send(id, 'Perdido')
      await reaches(id, 'failed')
    })

    test('too many at once waits as long as it is asked to; the order of a conversation holds meanwhile', async () => {
      const { id } = await person()
      const first = meta.calls.length
      meta.next.push({ status: 429, body: { error: { code: 130_429 } }, headers: { 'retry-after': '40' } })
      await send(id, 'Uno')
      await expect.poll(async () => (await stateOf(id))['reason']).toBe('too_many')
      await send(id, 'Dos')
      later(1)
      await wake()
      expect((await at.messages(id)).slice(1).map(({ state }) => state)).toEqual(['queued', 'queued'])
      later(120)
      await send(id, 'Tres')
      await reaches(id, 'sent')
      expect(meta.calls.slice(first).map(({ body }) => (body['text'] as JsonObject)['body'])).toEqual([
        'Uno',
        'Uno',
        'Dos',
        'Tres',
      ])
    })

    test.each([
      ['131026 undeliverable', { status: 400, body: { error: { code: 131_026 } } }, 'undeliverable'],
      ['a connection that ends without an answer: it may have gone out', { status: 0, hang: true as const }, 'unsure'],
      ["a dead token, which the channel's list shows", { status: 401, body: { error: { code: 190 } } }, 'token'],
    ])('%s is not tried again until somebody asks for it', async (_what, played, reason) => {
      const { id } = await person()
      meta.next.push(played)
      await send(id, 'Inútil')
      await reaches(id, 'failed')
      const failed = await stateOf(id)
      expect(failed['reason']).toBe(reason)
      const before = meta.calls.length
      later(7200)
      await send(id, 'Otra cosa')
      await reaches(id, 'sent')
      expect(meta.calls).toHaveLength(before + 1)
      expect(
        (await at.server.call('operator', 'POST', `chats/${id}/retryMessage`, { id_message: failed['id'] ?? 0 }))
          .status,
      ).toBe(200)
      await expect
        .poll(async () => (await at.messages(id)).find(({ id: one }) => one === failed['id'])?.['state'])
        .toBe('sent')
      expect(
        (await at.server.call('operator', 'POST', `chats/${id}/retryMessage`, { id_message: failed['id'] ?? 0 }))
          .status,
      ).toBe(409)
    })

    test("free text ends a day after the person's last word", async () => {
      const { id, from } = await person()
      later(24 * 3600 + 1)
      const { status, body } = await send(id, 'Tarde')
      expect([status, body['msg']]).toEqual([
        409,
        'Pasaron más de 24 horas desde su último mensaje: WhatsApp ya no admite texto libre.',
      ])
      await at.meta(textFrom(from, `wamid.back.${from}`, 'Sigo aquí', now))
      expect((await send(id, 'Bien')).status).toBe(200)
      await reaches(id, 'sent')
    })

    test("a colleague's answer from their own phone stands in the conversation and silences the bot", async () => {
      const { from, id } = await person()
      await at.server.database.transaction((tx) =>
        tx.updateTable('chats').set({ bot: true }).where('id', '=', id).execute(),
      )
      await at.meta(
        whatsappBody({
          message_echoes: [
            {
              from: '15550783881',
              to: from,
              id: 'wamid.echo',
              timestamp: '1',
              type: 'text',
              text: { body: 'Yo le ayudo' },
            },
          ],
        }),
      )
      expect(await stateOf(id)).toMatchObject({ message: 'Yo le ayudo', type: 'out', state: 'sent' })
      expect(await at.last()).toMatchObject({ id, bot: 0, phone: `+${from}` })
    })
  })

  describe('Telegram', () => {
    const chat = { id: 77, type: 'private', first_name: 'Luz' }
    test('is heard with the secret of its webhook; a press is answered within the answer, and groups are passed over', async () => {
      const update = {
        update_id: 1,
        message: {
          message_id: 5,
          from: { id: 77, first_name: 'Luz', last_name: 'Rojas' },
          chat,
          date: Math.floor(now.getTime() / 1000),
          text: 'Buenas',
        },
      }
      expect((await at.telegram(update, 'otro')).status).toBe(403)
      for (let time = 0; time < 3; time++) expect((await at.telegram(update)).status).toBe(200)
      const pressed = await at.telegram({
        update_id: 2,
        callback_query: {
          id: 'cb9',
          from: { id: 77, first_name: 'Luz' },
          data: 'b1',
          message: {
            message_id: 6,
            chat,
            date: 0,
            reply_markup: { inline_keyboard: [[{ text: 'Pedir', callback_data: 'b1' }]] },
          },
        },
      })
      expect(pressed.body).toEqual({ method: 'answerCallbackQuery', callback_query_id: 'cb9' })
      await at.telegram({
        update_id: 3,
        message: { message_id: 7, chat: { id: -5, type: 'group' }, from: { id: 77 }, date: 1, text: 'En grupo' },
      })
      const { id, name } = await at.last()
      expect(name).toBe('Luz')
      expect((await at.messages(Number(id))).map(({ message }) => message)).toEqual(['Buenas', 'Pedir'])
    })

    test('what was edited, and what is no text, is named', async () => {
      const message = {
        message_id: 8,
        from: { id: 77, first_name: 'Luz' },
        chat,
        date: Math.floor(now.getTime() / 1000),
      }
      await at.telegram({ update_id: 4, edited_message: { ...message, text: 'Buenas tardes' } })
      await at.telegram({ update_id: 5, message: { ...message, poll: { question: '¿Taxi o moto?' } } })
      await at.telegram({ update_id: 6, message: { ...message, dice: { value: 3 } } })
      const { id } = await at.last()
      expect((await at.messages(Number(id))).slice(-3).map(({ message: text }) => text)).toEqual([
        '[Editó un mensaje] Buenas tardes',
        '[Encuesta] ¿Taxi o moto?',
        '[Mensaje que no se puede mostrar]',
      ])
    })

    test('a person who has stopped the bot is left in peace', async () => {
      const { id } = await at.last()
      meta.next.push({ status: 403, body: { ok: false, description: 'Forbidden: bot was blocked by the user' } })
      await send(Number(id), 'Hola')
      await reaches(Number(id), 'failed')
      expect(meta.calls.at(-1)).toMatchObject({
        path: '/telegram/bot123:abc/sendMessage',
        body: { chat_id: '77', text: 'Hola' },
      })
      expect((await stateOf(Number(id)))['reason']).toBe('stopped')
    })
  })

  test('what a server left half-way is given up, and not sent again', async () => {
    const { id } = await person()
    await at.put('chat_messages', {
      id_chat: id,
      id_channel: (await rows('chats')).at(-1)!['id_channel'],
      seq: 90,
      type: 'out',
      message: 'A medias',
      state: 'sending',
      attempts: 1,
      date_next: now.toISOString(),
    })
    const before = meta.calls.length
    await wake()
    await reaches(id, 'failed')
    expect(meta.calls).toHaveLength(before)
  })
})
