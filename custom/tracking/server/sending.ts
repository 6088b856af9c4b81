import type { JsonObject } from '#engine/model'
import type { Runtime } from '#engine/server'
import { textGateway } from '../../messages/server'

/** How the house sends a text to a telephone, and where its pages are for people. */
export interface TextSending {
  readonly settings: JsonObject
  readonly channel: 'sms' | 'whatsapp'
  readonly address: string
  readonly now: Date
  readonly say: (key: string, params: { readonly [name: string]: string }) => string
}

/** Null: the house sends no texts, or has not said where its pages are. */
export async function textSending({ now, settings: read, words }: Runtime): Promise<TextSending | null> {
  const settings = await read()
  const [channel, address] = [textGateway(settings), addressOf(settings)]
  if (channel === null || address === null) return null
  return {
    settings,
    channel,
    address,
    now: now(),
    say: (key, params) => words.say(words.languages[0] ?? 'es', key, params),
  }
}

/** Where the house's pages are for people; null: it has not said so, and no link would lead there. */
function addressOf({ url_console }: JsonObject): string | null {
  return typeof url_console === 'string' && /^https?:\/\/[^\s/]+/.test(url_console)
    ? url_console.replace(/\/+$/, '')
    : null
}
