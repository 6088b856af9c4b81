import { isObject, type Json } from '#engine/model'
import { outboundCalls, OutboundError } from '#engine/server'
import { type Value, valueText } from '../../model'
import type { RunAction } from './action'

const WAIT_MS = 5000
const MAX_BYTES = 64 * 1024
/** Variables that one answer may set. */
const MAX_VARS = 20
const MAX_TEXT = 500

/**
 * Asks a web address: a POST of the conversation's variables; texts and numbers of its JSON answer become variables,
 * `"ok": false` goes on by default.
 */
export const webhookBy =
  (callOut: ReturnType<typeof outboundCalls>): RunAction =>
  async ({ key, bot, chat, vars, url = '' }) => {
    const body = JSON.stringify({
      id: key,
      bot: bot.id,
      chat: chat.id,
      channel: chat.channel,
      vars: Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, valueText(value)])),
    })
    try {
      const { status, text } = await callOut({
        url,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Toolrides-Bots/1', 'webhook-id': key },
        body,
        wait_ms: WAIT_MS,
        max_bytes: MAX_BYTES,
      })
      return status >= 200 && status < 300 ? readAnswer(text) : { ok: false, note: `HTTP ${status}` }
    } catch (error) {
      if (error instanceof OutboundError) return { ok: false, note: error.code }
      // An address that is none.
      if (error instanceof TypeError) return { ok: false, note: 'url' }
      throw error
    }
  }

// A bot's address is entered by people and called by the server: only what anybody could call.
export const callWebhook = webhookBy(outboundCalls((kind) => kind === 'public'))

/** What an answer sets; one that is no JSON object sets nothing. */
export function readAnswer(text: string): { readonly ok: boolean; readonly vars: { readonly [name: string]: Value } } {
  let answer: Json = null
  try {
    answer = JSON.parse(text) as Json
  } catch {
    return { ok: true, vars: {} }
  }
  if (!isObject(answer)) return { ok: true, vars: {} }
  const { ok, ...rest } = answer
  const vars = Object.entries(rest).flatMap(([name, value]): [string, Value][] => {
    if (!/^[a-z][a-z0-9_]{0,39}$/.test(name)) return []
    return typeof value === 'number'
      ? [[name, value]]
      : typeof value === 'string'
        ? [[name, value.slice(0, MAX_TEXT)]]
        : []
  })
  return { ok: ok !== false, vars: Object.fromEntries(vars.slice(0, MAX_VARS)) }
}
