import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wakeJob } from '#engine/server'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { chatProvider, NUMBER, textFrom, whatsappBody, type ChatProvider } from './chat-provider'
import { chatsApp, type ChatsApp } from './chats-fixture'
import { fileCalls, HTML, JPEG, PDF, PNG, type FileCalls } from './files-fixture'
import { NOON } from './services-fixture'

const OF = '?entity=chat_messages&field=attachment'
const VOICE = Buffer.from('OggS\0 a voice', 'latin1')

oneEngine((_engine, open) => {
  let at: ChatsApp
  let meta: ChatProvider
  let files: FileCalls
  const now = NOON
  let people = 0
  const post = (id: number, verb: string, input: JsonObject) =>
    at.server.call('operator', 'POST', `chats/${id}/${verb}`, input)
  const fileOf = (message: JsonObject | undefined) => message?.['file'] as JsonObject
  const idOf = (url: unknown): number => Number(/files\/(\d+)\//.exec(String(url))?.[1])
  const upload = async (content: Buffer, name: string): Promise<number> => {
    const { status, body, text } = await files.upload('operator', content, OF, name)
    expect(status, text).toBe(200)
    return idOf(body['url'])
  }
  const person = async () => {
    const from = `5191000${String(++people).padStart(4, '0')}`
    await at.meta(textFrom(from, `wamid.hi.${from}`, 'Hola', now))
    return { from, id: Number((await at.last())['id']) }
  }
  const sentTo = (from: string) => meta.calls.filter(({ body }) => body['to'] === from).map(({ body }) => body)
  const media = (from: string, type: string, more: JsonObject) =>
    at.meta(
      whatsappBody({
        messages: [
          {
            from,
            id: `wamid.m.${from}.${String(more['id'])}`,
            timestamp: String(Math.floor(now.getTime() / 1000)),
            type,
            [type]: more,
          },
        ],
      }),
    )

  beforeAll(async () => {
    meta = await chatProvider()
    at = await chatsApp(open, () => now, { provider: meta.url })
    files = fileCalls(at.server)
  })
  afterAll(() => meta?.close())

  test("a file of an operator's stands on the chat page with its text below, opens for the visitor, and is in nobody else's hands", async () => {
    const { token } = await at.visit()
    await at.write(token, 'Hola')
    const id = Number((await at.last())['id'])
    const picture = await upload(PNG, 'plano.png')
    const sent = await post(id, 'sendMessage', { message: 'El plano', files: [picture], local_id: 'con-archivo-1' })
    expect([sent.status, sent.body['message']]).toEqual([
      200,
      expect.objectContaining({
        message: 'El plano',
        state: 'sent',
        file: expect.objectContaining({ name: 'plano.png', mime: 'image/png', size: PNG.length }),
      }),
    ])
    const seen = ((await at.look(token, 1)).body['messages'] as JsonObject[]).at(-1)
    expect([seen?.['message'], fileOf(seen)['name']]).toEqual(['El plano', 'plano.png'])
    expect((await files.get(fileOf(seen)['url'])).bytes).toEqual(PNG)
    // Sent again it is the same message; a file is one message's, and its sender's.
    expect(
      (await post(id, 'sendMessage', { message: 'El plano', files: [picture], local_id: 'con-archivo-1' })).status,
    ).toBe(200)
    expect(await at.messages(id)).toHaveLength(2)
    const foreign = idOf((await files.upload('root', PDF, OF, 'ajeno.pdf')).body['url'])
    for (const one of [picture, foreign, 999_999])
      expect((await post(id, 'sendMessage', { message: '', files: [one] })).body['errors']).toHaveProperty('files')
    expect(await at.messages(id)).toHaveLength(2)
    expect((await files.upload('operator', HTML, OF, 'pagina.html')).body['errors']).toHaveProperty('attachment')
    for (const role of ['reader', 'none'] as const) expect((await files.upload(role, PNG, OF)).status).toBe(403)
  })

  test("goes out by WhatsApp as what it is: uploaded with the number's token, a picture with its text, a voice before it, the rest as documents", async () => {
    const { from, id } = await person()
    const before = meta.forms.length
    const [picture, voice, paper] = [
      await upload(JPEG, 'puerta.jpg'),
      await upload(VOICE, 'nota.ogg'),
      await upload(PDF, 'tarifa.pdf'),
    ]
    expect((await post(id, 'sendMessage', { message: 'Mire', files: [picture] })).status).toBe(200)
    expect((await post(id, 'sendMessage', { message: 'Escuche', files: [paper, voice] })).status).toBe(200)
    await expect.poll(() => sentTo(from).length).toBe(4)
    expect(
      meta.forms.slice(before).map(({ path, token, text }) => [path, token, /filename="(.+)"/.exec(text)?.[1]]),
    ).toEqual(
      ['puerta.jpg', 'tarifa.pdf', 'nota.ogg'].map((name) => [`/${NUMBER}/media`, 'Bearer token-de-meta', name]),
    )
    expect(meta.forms[before]?.text).toContain(JPEG.toString('latin1'))
    const [first, second, third] = [1, 2, 3].map((n) => `up.${before + n}`)
    expect(sentTo(from)).toEqual([
      expect.objectContaining({ type: 'image', image: { id: first, caption: 'Mire' } }),
      expect.objectContaining({ type: 'document', document: { id: second, filename: 'tarifa.pdf' } }),
      expect.objectContaining({ type: 'audio', audio: { id: third } }),
      expect.objectContaining({ type: 'text', text: { body: 'Escuche', preview_url: false } }),
    ])
    expect((await at.messages(id)).at(-1)).toMatchObject({ message: 'Escuche', file: null })
  })

  test('what a person sends by WhatsApp is fetched and kept, and opens only for who sees the conversation', async () => {
    const { from, id } = await person()
    meta.media.set('m-1', { mime: 'image/jpeg', bytes: JPEG })
    await media(from, 'image', { id: 'm-1', mime_type: 'image/jpeg', caption: 'Mi puerta' })
    await expect.poll(async () => fileOf((await at.messages(id)).at(-1))['url']).not.toBeNull()
    const file = fileOf((await at.messages(id)).at(-1))
    expect(file).toMatchObject({ kind: 'image', mime: 'image/jpeg', size: JPEG.length, coming: 0, reason: null })
    expect((await files.get(file['url'])).bytes).toEqual(JPEG)
    expect((await files.get(String(file['url']).replace(/u=\d+/, 'u=1'))).status).toBe(403)
  })

  test('what cannot be fetched says why, and comes when somebody asks again', async () => {
    const { from, id } = await person()
    const last = async () => (await at.messages(id)).at(-1)
    await media(from, 'document', { id: 'm-2', mime_type: 'application/pdf', filename: 'brevete.pdf' })
    await expect.poll(async () => fileOf(await last())['reason']).toBe('file_gone')
    expect(fileOf(await last())).toMatchObject({ url: null, coming: 0, name: 'brevete.pdf' })
    meta.media.set('m-2', { mime: 'application/pdf', bytes: PDF })
    expect((await post(id, 'fetchFile', { id_message: (await last())?.['id'] ?? 0 })).status).toBe(200)
    await expect.poll(async () => fileOf(await last())['url']).toContain('brevete.pdf')
    expect((await post(id, 'fetchFile', { id_message: (await last())?.['id'] ?? 0 })).status).toBe(409)
    meta.media.set('m-3', { mime: 'application/pdf', bytes: HTML })
    await media(from, 'document', { id: 'm-3', mime_type: 'application/pdf', filename: 'trampa.pdf' })
    await expect.poll(async () => fileOf(await last())['reason']).toBe('file_kind')
  })

  test("the key of a message with a file is that message's alone: other words or files are refused", async () => {
    const { id } = await person()
    const local_id = 'clave-del-plano'
    const send = async (input: JsonObject) => (await post(id, 'sendMessage', { ...input, local_id })).status
    const [first, second] = [await upload(PNG, 'uno.png'), await upload(PDF, 'dos.pdf')]
    expect(await send({ message: '', files: [first] })).toBe(200)
    expect(await send({ message: 'Otra cosa' })).toBe(409)
    expect(await send({ message: '', files: [second] })).toBe(409)
    expect(await send({ message: 'Con texto', files: [first] })).toBe(409)
    expect(await send({ message: '', files: [first] })).toBe(200)
    expect(await at.messages(id)).toHaveLength(2)
  })

  test('a file that goes out slowly holds up what comes after it in its conversation, and nobody else', async () => {
    const [ana, beto] = [await person(), await person()]
    let arrive = (): void => undefined
    meta.slow = new Promise((done) => {
      arrive = done
    })
    const before = meta.forms.length
    await post(ana.id, 'sendMessage', { message: '', files: [await upload(PDF, 'pesado.pdf')] })
    await post(ana.id, 'sendMessage', { message: 'Después' })
    await expect.poll(() => meta.forms.length).toBe(before + 1)
    await post(beto.id, 'sendMessage', { message: 'Ya voy' })
    await expect.poll(async () => (await at.messages(beto.id)).at(-1)?.['state']).toBe('sent')
    expect((await at.messages(ana.id)).map(({ state }) => state)).toEqual([null, 'queued', 'queued'])
    meta.slow = null
    arrive()
    await expect.poll(() => sentTo(ana.from).map(({ type }) => type)).toEqual(['document', 'text'])
  })

  test('a file that a dying server left half-way is not sent, and goes out once when somebody says so', async () => {
    const { from, id } = await person()
    const { db } = at.server.database
    const last = async () => (await at.messages(id)).at(-1)
    const number = (phone_number_id: string | null) =>
      db.updateTable('chat_channels').set({ phone_number_id }).where('key', '=', 'wha').execute()
    await number(null)
    await post(id, 'sendMessage', { message: 'El contrato', files: [await upload(PDF, 'contrato.pdf')] })
    await expect.poll(async () => (await last())?.['state']).toBe('failed')
    await number(NUMBER)
    const message = Number((await last())?.['id'])
    // As a server leaves it that died a minute ago.
    await db
      .updateTable('chat_messages')
      .set({ state: 'sending', reason: null, date_next: now.toISOString() })
      .where('id', '=', message)
      .execute()
    await wakeJob(db, 'chats.send')
    await expect.poll(last).toMatchObject({ state: 'failed', reason: 'unsure' })
    expect(sentTo(from)).toEqual([])
    const again = async () => (await post(id, 'retryMessage', { id_message: message })).status
    expect([await again(), await again()]).toEqual([200, 409])
    const paper = expect.objectContaining({ caption: 'El contrato', filename: 'contrato.pdf' }) as unknown
    await expect.poll(() => sentTo(from).map((body) => body['document'])).toEqual([paper])
    await expect.poll(async () => (await last())?.['state']).toBe('sent')
  })

  test('a file that has brought a server down each time is not asked for again by itself', async () => {
    const { from, id } = await person()
    const { db } = at.server.database
    const last = async () => (await at.messages(id)).at(-1)
    await media(from, 'document', { id: 'm-8', mime_type: 'application/pdf', filename: 'bomba.pdf' })
    await expect.poll(async () => fileOf(await last())['coming']).toBe(0)
    meta.media.set('m-8', { mime: 'application/pdf', bytes: PDF })
    await db
      .updateTable('chat_messages')
      .set({ date_fetch: now.toISOString(), fetches: 5, fetch_reason: null })
      .where('id', '=', Number((await last())?.['id']))
      .execute()
    await wakeJob(db, 'chats.fetch')
    await expect.poll(async () => fileOf(await last())).toMatchObject({ coming: 0, url: null, reason: 'unreached' })
  })

  test('an address that the provider tells leads into the web alone, and never to a machine beside ours', async () => {
    const { from, id } = await person()
    let calls = 0
    const inside = createServer((socket) => {
      calls++
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(inside, 'listening')
    const secret = `https://localhost:${(inside.address() as AddressInfo).port}/secreto`
    meta.media.set('m-7', { mime: 'application/pdf', bytes: PDF, at: secret })
    await media(from, 'document', { id: 'm-7', mime_type: 'application/pdf' })
    const file = async () => fileOf((await at.messages(id)).at(-1))
    await expect.poll(file).toMatchObject({ url: null, coming: 0, reason: 'unreached' })
    expect(calls).toBe(0)
    inside.close()
  })

  test('goes out and comes in by Telegram too', async () => {
    meta.media.set('tg-1', { mime: 'image/jpeg', bytes: JPEG })
    const chat = { id: 4411, type: 'private' }
    await at.telegram({
      update_id: 9001,
      message: {
        message_id: 1,
        from: { id: 4411, first_name: 'Tito' },
        chat,
        date: Math.floor(now.getTime() / 1000),
        photo: [{ file_id: 'tg-1', file_size: 20 }],
      },
    })
    const id = Number((await at.last())['id'])
    await expect.poll(async () => fileOf((await at.messages(id)).at(-1))['url']).not.toBeNull()
    meta.media.set('tg-2', { mime: 'video/mp4', bytes: PDF, tooBig: true })
    const film = { message_id: 2, from: { id: 4411, first_name: 'Tito' }, chat, video: { file_id: 'tg-2' } }
    await at.telegram({ update_id: 9002, message: { ...film, date: Math.floor(now.getTime() / 1000) } })
    await expect.poll(async () => fileOf((await at.messages(id)).at(-1))['reason']).toBe('file_heavy')
    const before = meta.forms.length
    await post(id, 'sendMessage', { message: 'Listo', files: [await upload(PDF, 'boleta.pdf')] })
    await expect.poll(() => meta.forms.length).toBe(before + 1)
    expect(meta.forms[before]).toMatchObject({
      path: '/telegram/bot123:abc/sendDocument',
      text: expect.stringContaining('Listo'),
    })
  })

  describe('without a key', () => {
    test('a file waits with the reason, as a text does', async () => {
      const { id } = await person()
      await at.server.database.transaction((tx) =>
        tx.updateTable('chat_channels').set({ access_token: null }).where('key', '=', 'wha').execute(),
      )
      await post(id, 'sendMessage', { message: '', files: [await upload(PNG, 'a.png')] })
      await expect
        .poll(async () => (await at.messages(id)).at(-1))
        .toMatchObject({ state: 'failed', reason: 'incomplete' })
    })
  })
})
