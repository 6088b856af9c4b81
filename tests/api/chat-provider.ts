import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonObject } from '../../src/model/json'

interface ProviderCall {
  readonly path: string
  readonly token: string | undefined
  readonly body: JsonObject
}
interface Played {
  readonly status: number
  readonly body?: JsonObject
  readonly headers?: { readonly [name: string]: string }
  readonly hang?: true
}

/** @property at where the file is told to be, else here; @property tooBig a bot is not given it */
interface KeptMedia {
  readonly mime: string
  readonly bytes: Buffer
  readonly at?: string
  readonly tooBig?: true
}

/**
 * WhatsApp's and Telegram's servers, played on this machine: they keep what they get, and answer as they are told, else
 * as documented.
 */
export interface ChatProvider {
  readonly url: string
  readonly calls: ProviderCall[]
  /** What the next calls are answered, one after the other. */
  readonly next: Played[]
  /** Files that it keeps, by their ids there; those of Telegram by their paths. */
  readonly media: Map<string, KeptMedia>
  /** Forms with files are not answered before this is done. */
  slow: Promise<void> | null
  /** Pages of the account's templates, by the cursor that leads there. */
  readonly templates: Map<string, JsonObject>
  /** Forms with files, as they came. */
  readonly forms: { readonly path: string; readonly token: string | undefined; readonly text: string }[]
  close(): Promise<void>
}

/** @param slow_ms how long it takes to answer what it has already done */
export async function chatProvider(slow_ms = 0): Promise<ChatProvider> {
  const calls: ProviderCall[] = []
  const next: Played[] = []
  const media: ChatProvider['media'] = new Map()
  const forms: ChatProvider['forms'] = []
  const templates: ChatProvider['templates'] = new Map()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      const token = request.headers.authorization
      const answer = (status: number, body: JsonObject): void =>
        void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (request.method === 'GET') {
        const url = new URL(path, 'http://provider')
        const id = url.searchParams.get('file_id') ?? url.pathname.split('/').at(-1) ?? ''
        if (url.pathname.endsWith('/message_templates'))
          return answer(200, templates.get(url.searchParams.get('after') ?? '') ?? { data: [] })
        const kept = media.get(id)
        if (!kept) return answer(400, { error: { code: 100 }, ok: false })
        if (kept.tooBig) return answer(400, { ok: false, error_code: 400, description: 'Bad Request: file is too big' })
        if (url.searchParams.has('file_id'))
          return answer(200, { ok: true, result: { file_id: id, file_path: `photos/${id}` } })
        const place = kept.at ?? `http://${request.headers.host ?? ''}/lookaside/${id}`
        if (url.searchParams.has('phone_number_id')) return answer(200, { id, mime_type: kept.mime, url: place })
        // WhatsApp's bytes need the token as well.
        if (path.startsWith('/lookaside') && token === undefined) return answer(401, {})
        return void response.writeHead(200, { 'content-type': kept.mime }).end(kept.bytes)
      }
      if (request.headers['content-type']?.startsWith('multipart/form-data') === true) {
        forms.push({ path, token, text: Buffer.concat(parts).toString('latin1') })
        const sent = { ok: true, result: { message_id: forms.length, chat: { id: 77, type: 'private' } } }
        const done: JsonObject = path.endsWith('/media') ? { id: `up.${forms.length}` } : sent
        return void (provider.slow ?? Promise.resolve()).then(() => answer(200, done))
      }
      calls.push({ path, token, body: JSON.parse(Buffer.concat(parts).toString('utf8')) as JsonObject })
      const played = next.shift()
      if (played?.hang) return void request.socket.destroy()
      const usual: JsonObject = path.endsWith('/sendMessage')
        ? { ok: true, result: { message_id: calls.length, chat: { id: 77, type: 'private' } } }
        : { messaging_product: 'whatsapp', messages: [{ id: `wamid.out.${calls.length}` }] }
      void sleep(slow_ms).then(() =>
        response
          .writeHead(played?.status ?? 200, { 'content-type': 'application/json', ...played?.headers })
          .end(JSON.stringify(played?.body ?? usual)),
      )
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const provider: ChatProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    next,
    media,
    forms,
    templates,
    slow: null,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return provider
}

export const NUMBER = '106540352242922'
const seconds = (at: Date): string => String(Math.floor(at.getTime() / 1000))

/** A webhook of WhatsApp as Meta documents it, around one value. */
export const whatsappBody = (value: JsonObject): string =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '102290129340398',
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '15550783881', phone_number_id: NUMBER },
              ...value,
            },
          },
        ],
      },
    ],
  })
export const textFrom = (from: string, id: string, body: string, at: Date): string =>
  whatsappBody({
    contacts: [{ profile: { name: 'Sheena Nelson' }, wa_id: from }],
    messages: [{ from, id, timestamp: seconds(at), type: 'text', text: { body } }],
  })
export const statusOf = (id: string, status: string, at: Date, code?: number): string =>
  whatsappBody({
    statuses: [
      {
        id,
        status,
        timestamp: seconds(at),
        recipient_id: '51987654321',
        ...(code !== undefined && { errors: [{ code, title: 'Error' }] }),
      },
    ],
  })
export const signedBy = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
