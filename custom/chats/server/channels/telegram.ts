import { cutText, isObject, type JsonObject } from '#engine/model'
import {
  askProvider,
  callProvider,
  fetchBytes,
  isAnswer,
  isSameSecret,
  sendForm,
  type ProviderAnswer,
} from './call-provider'
import { kindOfMime } from './file-kind'
import type { Adapter, Content, Incoming, Outgoing, ChannelSent } from './channel'
import { numberAt, objectAt, objectsAt, textUnder } from './json-path'

// core.telegram.org/bots/api: texts of 4,096, `callback_data` of 64 bytes.
const LIMITS = { text: 4096, body: 4096, buttons: 10, title: 60 } as const
const MAX_DATA_BYTES = 64
const MAX_PHOTO_BYTES = 10 * 1024 * 1024
const PLAIN = new Set(['image/jpeg', 'image/png', 'audio/mpeg', 'audio/mp4', 'video/mp4'])
const METHODS = {
  image: ['sendPhoto', 'photo'],
  audio: ['sendAudio', 'audio'],
  video: ['sendVideo', 'video'],
  document: ['sendDocument', 'document'],
} as const

/** Telegram's bots: updates come with the secret of `setWebhook` in a header. */
export const telegram: Adapter = {
  limits: LIMITS,
  // Pictures of at most 10 MB, sounds of MP3 and M4A; the rest as a document.
  shape: ({ mime, size }) => ({
    kind: PLAIN.has(mime) && size <= MAX_PHOTO_BYTES ? kindOfMime(mime) : 'document',
    caption: 1024,
  }),
  window_h: null,
  verify: ({ hook_secret }, { method, header }) =>
    method === 'POST' && isSameSecret(header('x-telegram-bot-api-secret-token'), hook_secret),
  parse(_channel, update) {
    const id = numberAt(update, 'update_id')
    if (id === null) return []
    const callback = objectAt(update, 'callback_query')
    const choice = textUnder(callback, 'data')
    const isEdit = choice === null && isObject(update['edited_message'] ?? null)
    const message =
      choice !== null ? objectAt(callback, 'message') : objectAt(update, isEdit ? 'edited_message' : 'message')
    const said = choice === null ? contentOf(message) : { text: titleOf(message, choice), choice }
    const content: Content = isEdit ? { text: said.text, kind: 'edit' } : said
    const chat = objectAt(message, 'chat')
    const contact = textUnder(chat, 'id')
    // Groups are nobody's conversation with the house.
    if (contact === null || textUnder(chat, 'type') !== 'private') return []
    const from = choice === null ? objectAt(message, 'from') : objectAt(callback, 'from')
    const name = [textUnder(from, 'first_name'), textUnder(from, 'last_name')].filter(Boolean).join(' ')
    return [
      {
        type: 'message',
        external_id: `update ${id}`,
        contact,
        phone: phoneOf(message, from),
        name: name || null,
        at: choice === null ? timeOf(message) : null,
        content,
      } satisfies Incoming,
    ]
  },
  // The button goes on turning until its press is answered, which the answer to the update may do.
  answer(update) {
    const id = textUnder(objectAt(update, 'callback_query'), 'id')
    return id === null ? null : JSON.stringify({ method: 'answerCallbackQuery', callback_query_id: id })
  },
  async send({ bot_token }, message, settings) {
    if (bot_token === null) return { ok: false, reason: 'incomplete', again: false, broken: true }
    const at = `${String(settings['telegram_url'])}/bot${bot_token}`
    const { file, contact, text } = message
    const [method, field] = METHODS[file?.kind ?? 'document']
    const answer = file
      ? await sendForm(
          `${at}/${method}`,
          { chat_id: contact, ...(text !== '' && { caption: text }) },
          { field, name: file.name, mime: file.mime, bytes: file.bytes },
          { safe: false },
        )
      : await callProvider(`${at}/sendMessage`, bodyOf(message))
    return isAnswer(answer) ? outcomeOf(answer) : answer
  },
  async fetch({ bot_token }, id, max_bytes, settings) {
    if (bot_token === null) return { ok: false, reason: 'incomplete', again: false }
    const answer = await askProvider(
      `${String(settings['telegram_url'])}/bot${bot_token}/getFile?file_id=${encodeURIComponent(id)}`,
    )
    if (!isAnswer(answer)) return answer
    const outcome = outcomeOf(answer)
    if (!outcome.ok) return outcome.reason === 'malformed' ? { ...outcome, reason: lostReason(answer.body) } : outcome
    const path = textUnder(objectAt(answer.body, 'result'), 'file_path') ?? ''
    return fetchBytes(`${String(settings['telegram_url'])}/file/bot${bot_token}/${path}`, max_bytes)
  },
}

/** Bots are given files of at most 20 MB. */
const lostReason = (body: JsonObject): string =>
  /too big/i.test(textUnder(body, 'description') ?? '') ? 'file_heavy' : 'file_gone'

const FILES = ['document', 'audio', 'voice', 'video', 'video_note', 'sticker', 'animation'] as const

function contentOf(message: JsonObject): Content {
  const text = textUnder(message, 'text') ?? textUnder(message, 'caption') ?? ''
  const at = objectAt(message, 'location')
  const [lat, lng] = [numberAt(at, 'latitude'), numberAt(at, 'longitude')]
  if (lat !== null && lng !== null) {
    const venue = objectAt(message, 'venue')
    return Math.abs(lat) > 90 || Math.abs(lng) > 180
      ? { text: `${lat}, ${lng}`, kind: 'place' }
      : {
          text: [textUnder(venue, 'title'), textUnder(venue, 'address')].filter(Boolean).join(', '),
          place: { lat, lng },
        }
  }
  // The largest of the sizes comes last.
  const photo = objectsAt(message, 'photo').at(-1)
  const kind = photo ? 'photo' : FILES.find((one) => textUnder(objectAt(message, one), 'file_id') !== null)
  if (kind !== undefined) {
    const file = photo ?? objectAt(message, kind)
    return {
      text,
      file: {
        kind: photo ? 'image' : kind,
        id: textUnder(file, 'file_id') ?? '',
        name: textUnder(file, 'file_name'),
        mime: textUnder(file, 'mime_type'),
        size: numberAt(file, 'file_size'),
      },
    }
  }
  const contact = objectAt(message, 'contact')
  const shared = textUnder(contact, 'phone_number')
  // Who shares their own number answers; anybody else's is a contact.
  if (shared !== null && phoneOf(message, objectAt(message, 'from')) === null) {
    return {
      text: [textUnder(contact, 'first_name'), textUnder(contact, 'last_name'), shared].filter(Boolean).join(' '),
      kind: 'contacts',
    }
  }
  if (text !== '' || shared !== null) return { text: text || (shared ?? '') }
  const poll = textUnder(objectAt(message, 'poll'), 'question')
  return poll === null ? { text: '', kind: 'unsupported' } : { text: poll, kind: 'poll' }
}

/** The number that a person shares of themselves. */
function phoneOf(message: JsonObject, from: JsonObject): string | null {
  const contact = objectAt(message, 'contact')
  return textUnder(contact, 'user_id') !== null && textUnder(contact, 'user_id') === textUnder(from, 'id')
    ? textUnder(contact, 'phone_number')
    : null
}

/** What stood on the button. */
function titleOf(message: JsonObject, data: string): string {
  const rows = objectAt(message, 'reply_markup')['inline_keyboard']
  const buttons = Array.isArray(rows) ? rows.flatMap((row) => objectsAt({ row }, 'row')) : []
  const pressed = buttons.find((button) => textUnder(button, 'callback_data') === data)
  return (pressed && textUnder(pressed, 'text')) ?? data
}

function timeOf(message: JsonObject): Date | null {
  const seconds = numberAt(message, 'date')
  return seconds === null || seconds <= 0 || seconds > 1e11 ? null : new Date(seconds * 1000)
}

function bodyOf({ contact, text, buttons }: Outgoing): JsonObject {
  const keyboard = buttons
    .slice(0, LIMITS.buttons)
    .map(({ id, title }) => [{ text: cutText(title, LIMITS.title), callback_data: cutBytes(id) }])
  return {
    chat_id: contact,
    text: text || '…',
    ...(keyboard.length > 0 && { reply_markup: { inline_keyboard: keyboard } }),
  }
}

const cutBytes = (text: string): string =>
  Buffer.byteLength(text) <= MAX_DATA_BYTES
    ? text
    : Buffer.from(text)
        .subarray(0, MAX_DATA_BYTES)
        .toString('utf8')
        .replace(/\uFFFD+$/, '')

function outcomeOf({ status, body, retry_s }: ProviderAnswer): ChannelSent {
  if (status === 200 && body['ok'] === true) {
    const result = objectAt(body, 'result')
    return {
      ok: true,
      external_id: `message ${textUnder(objectAt(result, 'chat'), 'id') ?? ''}:${textUnder(result, 'message_id') ?? ''}`,
    }
  }
  const wait_s = numberAt(objectAt(body, 'parameters'), 'retry_after') ?? retry_s
  if (status === 429) return { ok: false, reason: 'too_many', again: true, ...(wait_s !== null && { wait_s }) }
  if (status === 401 || status === 404) return { ok: false, reason: 'token', again: false, broken: true }
  // The person has stopped the bot, or is gone.
  if (status === 403) return { ok: false, reason: 'stopped', again: false }
  if (status === 400)
    return {
      ok: false,
      reason: /chat not found/i.test(textUnder(body, 'description') ?? '') ? 'undeliverable' : 'malformed',
      again: false,
    }
  return { ok: false, reason: `http_${status}`, again: status >= 500 }
}
