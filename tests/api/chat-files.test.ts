import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  const post = (id: number, verb: string, input: JsonObject) => at.server.call('operator', 'POST', `chats/${id}/${verb}`, input)
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
  const media = (from: string, type: string, more: JsonObject) => at.meta(whatsappBody({ messages: [{ from, id: `wamid.m.${from}.${String(more['id'])}`, timestamp: String(Math.floor(now.getTime() / 1000)), type, [type]: more }] }))

  beforeAll(async () => {
    meta = await chatProvider()
    at = await chatsApp(open, () => now, { provider: meta.url })
    files = fileCalls(at.server)
  })
  afterAll(() => meta.close())

  test('a file of an operator\'s stands on the chat page with its text below, opens for the visitor, and is in nobody else\'s hands', async () => {
    const { token } = await at.visit()
    await at.write(token, 'Hola')
    const id = Number((await at.last())['id'])
    const picture = await upload(PNG, 'plano.png')
    const sent = await post(id, 'sendMessage', { message: 'El plano', files: [picture], local_id: 'con-archivo-1' })
    expect([sent.status, sent.body['message']]).toEqual([200, expect.objectContaining({ message: 'El plano', state: 'sent', file: expect.objectContaining({ name: 'plano.png', mime: 'image/png', size: PNG.length }) })])
    const seen = ((await at.look(token, 1)).body['messages'] as JsonObject[]).at(-1)
    expect([seen?.['message'], fileOf(seen)['name']]).toEqual(['El plano', 'plano.png'])
    expect((await files.get(fileOf(seen)['url'])).bytes).toEqual(PNG)
    // Sent again it is the same message; a file is one message's, and its sender's.
    expect((await post(id, 'sendMessage', { message: 'El plano', files: [picture], local_id: 'con-archivo-1' })).status).toBe(200)
    expect(await at.messages(id)).toHaveLength(2)
    const foreign = idOf((await files.upload('root', PDF, OF, 'ajeno.pdf')).body['url'])
    for (const one of [picture, foreign, 999_999]) expect((await post(id, 'sendMessage', { message: '', files: [one] })).body['errors']).toHaveProperty('files')
    expect((await at.messages(id))).toHaveLength(2)
    expect((await files.upload('operator', HTML, OF, 'pagina.html')).body['errors']).toHaveProperty('attachment')
    for (const role of ['reader', 'none'] as const) expect((await files.upload(role, PNG, OF)).status).toBe(403)
  })

  test('goes out by WhatsApp as what it is: uploaded with the number\'s token, a picture with its text, a voice before it, the rest as documents', async () => {
    const { from, id } = await person()
    const before = meta.forms.length
    const [picture, voice, paper] = [await upload(JPEG, 'puerta.jpg'), await upload(VOICE, 'nota.ogg'), await upload(PDF, 'tarifa.pdf')]
    expect((await post(id, 'sendMessage', { message: 'Mire', files: [picture] })).status).toBe(200)
    expect((await post(id, 'sendMessage', { message: 'Escuche', files: [paper, voice] })).status).toBe(200)
    await expect.poll(() => sentTo(from).length).toBe(4)
    expect(meta.forms.slice(before).map(({ path, token, text }) => [path, token, /filename="(.+)"/.exec(text)?.[1]])).toEqual(
      ['puerta.jpg', 'tarifa.pdf', 'nota.ogg'].map((name) => [`/${NUMBER}/media`, 'Bearer token-de-meta', name]))
    expect(meta.forms[before]?.text).toContain(JPEG.toString('latin1'))
    const [first, second, third] = [1, 2, 3].map((n) => `up.${before + n}`)
    expect(sentTo(from)).toEqual([
      expect.objectContaining({ type: 'image', image: { id: first, caption: 'Mire' } }), expect.objectContaining({ type: 'document', document: { id: second, filename: 'tarifa.pdf' } }),
      expect.objectContaining({ type: 'audio', audio: { id: third } }), expect.objectContaining({ type: 'text', text: { body: 'Escuche', preview_url: false } }),
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

  test('goes out and comes in by Telegram too', async () => {
    meta.media.set('tg-1', { mime: 'image/jpeg', bytes: JPEG })
    const chat = { id: 4411, type: 'private' }
    await at.telegram({ update_id: 9001, message: { message_id: 1, from: { id: 4411, first_name: 'Tito' }, chat, date: Math.floor(now.getTime() / 1000), photo: [{ file_id: 'tg-1', file_size: 20 }] } })
    const id = Number((await at.last())['id'])
    await expect.poll(async () => fileOf((await at.messages(id)).at(-1))['url']).not.toBeNull()
    const before = meta.forms.length
    await post(id, 'sendMessage', { message: 'Listo', files: [await upload(PDF, 'boleta.pdf')] })
    await expect.poll(() => meta.forms.length).toBe(before + 1)
    expect(meta.forms[before]).toMatchObject({ path: '/telegram/bot123:abc/sendDocument', text: expect.stringContaining('Listo') })
  })

  describe('without a key', () => {
    test('a file waits with the reason, as a text does', async () => {
      const { id } = await person()
      await at.server.database.transaction((tx) => tx.updateTable('chat_channels').set({ access_token: null }).where('key', '=', 'wha').execute())
      await post(id, 'sendMessage', { message: '', files: [await upload(PNG, 'a.png')] })
      await expect.poll(async () => (await at.messages(id)).at(-1)).toMatchObject({ state: 'failed', reason: 'incomplete' })
    })
  })
})
