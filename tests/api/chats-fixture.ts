import { expect } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import type { OpenFresh } from '../open-fresh'
import { signedBy, NUMBER } from './chat-provider'
import type { Answer } from './fixture-app'
import { servicesApp, type ServicesApp } from './services-fixture'

export const APP_SECRET = 'secreto-de-la-aplicacion'
export const HOOK_SECRET = 'secreto_del_webhook'

export interface ChatsApp extends ServicesApp {
  /** A webhook of Meta, signed. */
  meta(body: string, signature?: string): Promise<Answer>
  telegram(update: JsonObject, secret?: string): Promise<Answer>
  /** A message of a visitor to the chat page; `token` null: a new one. */
  visit(token?: string): Promise<{ readonly token: string; readonly body: JsonObject }>
  write(token: string, message: string, more?: JsonObject): Promise<Answer>
  look(token: string, since: number, seen?: boolean): Promise<Answer>
  /** The conversation with whoever wrote last. */
  last(): Promise<JsonObject>
  messages(id: number): Promise<readonly JsonObject[]>
}

let key = 0

/** The town of the services' tests, with a channel of each kind. */
export async function chatsApp(
  open: OpenFresh,
  now: () => Date,
  { provider, search }: { readonly provider?: string; readonly search?: boolean } = {},
): Promise<ChatsApp> {
  const at = await servicesApp(open, now, { search })
  const { server, put } = at
  for (const [name, path] of [
    ['whatsapp_url', ''],
    ['telegram_url', '/telegram'],
  ])
    await put('settings', { key: name, value: JSON.stringify(`${provider ?? 'http://127.0.0.1:9'}${path}`) })
  server.runtime.changed('settings')
  const make = async (input: JsonObject): Promise<void> => {
    const { status, text } = await server.call('root', 'POST', 'chat_channels/create', input)
    expect(status, text).toBe(200)
  }
  await make({ type: 'web', name: 'Página', key: 'pagina', greeting: '¿A dónde vamos?', on_tracking: 1 })
  await make({
    type: 'whatsapp',
    name: 'WhatsApp',
    key: 'wha',
    phone_number_id: NUMBER,
    access_token: 'token-de-meta',
    app_secret: APP_SECRET,
    verify_token: 'verificame',
  })
  await make({ type: 'telegram', name: 'Telegram', key: 'tel', bot_token: '123:abc', hook_secret: HOOK_SECRET })
  const hook = (name: string, payload: string, headers: { [name: string]: string }) =>
    server.request({ method: 'POST', url: `/api/hooks/chats/${name}`, payload, headers })
  const publicly = (path: string, input: JsonObject) => server.call(null, 'POST', path, input)
  return {
    ...at,
    meta: (body, signature = signedBy(APP_SECRET, body)) => hook('wha', body, { 'x-hub-signature-256': signature }),
    telegram: (update, secret = HOOK_SECRET) =>
      hook('tel', JSON.stringify(update), { 'x-telegram-bot-api-secret-token': secret }),
    visit: async (token) => {
      const { status, body, text } = await server.call(null, 'GET', 'web_chat', {
        key: 'pagina',
        ...(token !== undefined && { token }),
      })
      expect(status, text).toBe(200)
      return { token: String(body['token']), body }
    },
    write: (token, message, more = {}) =>
      publicly('web_chat/send', {
        key: 'pagina',
        token,
        local_id: `local-${String(++key).padStart(4, '0')}`,
        message,
        since: 0,
        ...more,
      }),
    look: (token, since, seen = false) => publicly('web_chat/look', { key: 'pagina', token, since, seen }),
    last: async () => {
      const { status, body, text } = await server.call('operator', 'GET', 'chats', {})
      expect(status, text).toBe(200)
      return (body['items'] as JsonObject[])[0]!
    },
    messages: async (id) => {
      const { status, body, text } = await server.call('operator', 'GET', `chats/${id}`)
      expect(status, text).toBe(200)
      return body['messages'] as JsonObject[]
    },
  }
}
