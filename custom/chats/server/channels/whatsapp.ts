import { cutText, fold, type JsonObject } from '#engine/model'
import type { SendState } from '../../model/chat-wire'
import { callProvider, isAnswer, isSameSecret, signatureOf, type ProviderAnswer } from './call-provider'
import { fetchMedia, type MediaPlace, whatsappShape, uploadMedia } from './whatsapp-media'
import type { Adapter, Content, Incoming, Outgoing, ChannelSent } from './channel'
import { formAnswers, otherContent } from './whatsapp-kinds'
import { listTemplates, templateBody } from './whatsapp-templates'
import { numberAt, objectAt, objectsAt, textUnder } from './json-path'

// developers.facebook.com/docs/whatsapp/cloud-api: three reply buttons with titles of 20, or a list of ten rows with
// titles of 24, below a body of 1,024.
const MAX_REPLY_BUTTONS = 3
const LIMITS = { text: 4096, body: 1024, buttons: 10, title: 20 } as const
const MAX_ROW = 24

/** WhatsApp's Cloud API: webhooks signed with the application's secret, messages sent with the number's token. */
export const whatsapp: Adapter = {
  limits: LIMITS,
  shape: whatsappShape,
  window_h: 24,
  handshake({ verify_token }, { method, query }) {
    if (method !== 'GET') return null
    const isOurs = query['hub.mode'] === 'subscribe' && isSameSecret(query['hub.verify_token'] ?? null, verify_token)
    return isOurs ? { status: 200, text: query['hub.challenge'] ?? '' } : { status: 403 }
  },
  verify: ({ app_secret }, { header, body }) =>
    app_secret !== null && isSameSecret(header('x-hub-signature-256'), `sha256=${signatureOf(app_secret, body)}`),
  parse({ phone_number_id }, body) {
    if (body['object'] !== 'whatsapp_business_account') return []
    return (
      objectsAt(body, 'entry')
        .flatMap((entry) => objectsAt(entry, 'changes'))
        .map((change) => objectAt(change, 'value'))
        // One application may serve several numbers.
        .filter((value) => textUnder(objectAt(value, 'metadata'), 'phone_number_id') === phone_number_id)
        .flatMap((value) => [...messagesOf(value), ...echoesOf(value), ...statusesOf(value)])
    )
  },
  async send({ phone_number_id, access_token }, message, settings) {
    if (phone_number_id === null || access_token === null)
      return { ok: false, reason: 'incomplete', again: false, broken: true }
    const headers = { authorization: `Bearer ${access_token}` }
    const at: MediaPlace = { base: String(settings['whatsapp_url']), number: phone_number_id, headers }
    const media = message.file ? await uploadMedia(at, message.file) : null
    if (media && 'ok' in media) return media
    const wrong = media && outcomeOf(media)
    if (wrong?.ok === false) return wrong
    const body = bodyOf(message, media && textUnder(media.body, 'id'))
    const answer = await callProvider(`${at.base}/${at.number}/messages`, body, at.headers)
    return isAnswer(answer) ? outcomeOf(answer) : answer
  },
  async templates({ business_account_id, access_token }, settings) {
    if (business_account_id === null || access_token === null) return { ok: false, reason: 'incomplete', again: false }
    const account = `${String(settings['whatsapp_url'])}/${business_account_id}`
    return listTemplates(account, { authorization: `Bearer ${access_token}` }, outcomeOf)
  },
  async fetch({ phone_number_id, access_token }, id, max_bytes, settings) {
    if (phone_number_id === null || access_token === null) return { ok: false, reason: 'incomplete', again: false }
    const headers = { authorization: `Bearer ${access_token}` }
    const at: MediaPlace = { base: String(settings['whatsapp_url']), number: phone_number_id, headers }
    return fetchMedia(at, id, max_bytes, outcomeOf)
  },
}

function messagesOf(value: JsonObject): readonly Incoming[] {
  const names = new Map(
    objectsAt(value, 'contacts').map((contact) => [
      textUnder(contact, 'wa_id') ?? textUnder(contact, 'user_id'),
      textUnder(objectAt(contact, 'profile'), 'name'),
    ]),
  )
  return objectsAt(value, 'messages').flatMap((message): Incoming[] => {
    const external_id = textUnder(message, 'id')
    const from = textUnder(message, 'from')
    // People may hide their number: then there is an id of theirs alone.
    const contact = from ?? textUnder(message, 'from_user_id')
    const content = contentOf(message)
    if (external_id === null || contact === null) return []
    return [
      {
        type: 'message',
        external_id,
        contact,
        phone: from,
        name: names.get(contact) ?? null,
        at: timeOf(message),
        content,
      },
    ]
  })
}

/** What a colleague wrote in the application on their telephone, which shares the number. */
const echoesOf = (value: JsonObject): readonly Incoming[] =>
  objectsAt(value, 'message_echoes').flatMap((message): Incoming[] => {
    const [external_id, contact, content] = [textUnder(message, 'id'), textUnder(message, 'to'), contentOf(message)]
    return external_id === null || contact === null
      ? []
      : [{ type: 'message', external_id, contact, phone: contact, name: null, at: timeOf(message), content, own: true }]
  })

const STATES: { readonly [status: string]: SendState } = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
}

const statusesOf = (value: JsonObject): readonly Incoming[] =>
  objectsAt(value, 'statuses').flatMap((status): Incoming[] => {
    const [external_id, state] = [textUnder(status, 'id'), STATES[textUnder(status, 'status') ?? '']]
    const code = numberAt(objectsAt(status, 'errors')[0] ?? {}, 'code')
    return external_id === null || state === undefined
      ? []
      : [{ type: 'status', external_id, state, reason: code === null ? null : (REFUSED[code] ?? `code_${code}`) }]
  })

const FILES = ['image', 'document', 'audio', 'video', 'sticker'] as const

/** What a message says; a kind that is not known is named so, for a person to ask. */
function contentOf(message: JsonObject): Content {
  const type = textUnder(message, 'type') ?? ''
  if (type === 'text') return { text: textUnder(objectAt(message, 'text'), 'body') ?? '' }
  if (type === 'button') {
    const button = objectAt(message, 'button')
    return { text: textUnder(button, 'text') ?? '', choice: textUnder(button, 'payload') ?? '' }
  }
  if (type === 'interactive') {
    const interactive = objectAt(message, 'interactive')
    const reply = objectAt(interactive, textUnder(interactive, 'type') ?? '')
    if (textUnder(interactive, 'type') === 'nfm_reply') return { text: formAnswers(reply), kind: 'form' }
    const choice = textUnder(reply, 'id')
    return { text: textUnder(reply, 'title') ?? '', ...(choice !== null && { choice }) }
  }
  if (type === 'location') {
    const at = objectAt(message, 'location')
    const [lat, lng] = [numberAt(at, 'latitude'), numberAt(at, 'longitude')]
    if (lat === null || lng === null || Math.abs(lat) > 90 || Math.abs(lng) > 180)
      return { text: [lat, lng].filter((one) => one !== null).join(', '), kind: 'place' }
    return { text: [textUnder(at, 'name'), textUnder(at, 'address')].filter(Boolean).join(', '), place: { lat, lng } }
  }
  const kind = FILES.find((one) => one === type)
  if (kind === undefined) return otherContent(message, type, contentOf)
  const file = objectAt(message, kind)
  return {
    text: textUnder(file, 'caption') ?? '',
    file: {
      kind,
      id: textUnder(file, 'id') ?? '',
      name: textUnder(file, 'filename'),
      mime: textUnder(file, 'mime_type'),
      size: null,
    },
  }
}

/** Seconds since 1970, as text. */
function timeOf(message: JsonObject): Date | null {
  const seconds = Number(textUnder(message, 'timestamp') ?? '')
  return Number.isSafeInteger(seconds) && seconds > 0 && seconds < 1e11 ? new Date(seconds * 1000) : null
}

/** @param media the id under which a file of the message was uploaded */
function bodyOf({ contact, text, buttons, list, file, template }: Outgoing, media: string | null): JsonObject {
  const to = { messaging_product: 'whatsapp', recipient_type: 'individual', to: contact }
  if (template) return { ...to, type: 'template', template: templateBody(template) }
  if (file) {
    const below = { ...(text !== '' && { caption: text }), ...(file.kind === 'document' && { filename: file.name }) }
    return { ...to, type: file.kind, [file.kind]: { id: media ?? '', ...below } }
  }
  if (buttons.length === 0) return { ...to, type: 'text', text: { body: text, preview_url: false } }
  const isList = list !== null || buttons.length > MAX_REPLY_BUTTONS
  const shown = uniqueTitles(buttons.slice(0, LIMITS.buttons), isList ? MAX_ROW : LIMITS.title)
  const action: JsonObject = !isList
    ? { buttons: shown.map((reply) => ({ type: 'reply', reply })) }
    : { button: cutText(list ?? '', LIMITS.title) || '☰', sections: [{ rows: shown }] }
  return {
    ...to,
    type: 'interactive',
    interactive: { type: isList ? 'list' : 'button', body: { text: text || '…' }, action },
  }
}

/** Titles that differ only beyond their length would be refused. */
function uniqueTitles(buttons: Outgoing['buttons'], max: number): { readonly id: string; readonly title: string }[] {
  const taken = new Set<string>()
  return buttons.map(({ id, title }, at) => {
    let short = cutText(title, max).trim() || String(at + 1)
    if (taken.has(fold(short))) short = `${cutText(short, max - 3)} ${at + 1}`
    taken.add(fold(short))
    return { id: id.slice(0, 256), title: short }
  })
}

/** Errors that the next try would meet again, by what people read of them. */
const REFUSED: { readonly [code: number]: string } = {
  131_047: 'window',
  131_050: 'stopped',
  131_051: 'unsupported',
  131_031: 'account',
  131_042: 'account',
  368: 'account',
  131_026: 'undeliverable',
  131_030: 'undeliverable',
  131_045: 'undeliverable',
  131_021: 'undeliverable',
  130_472: 'undeliverable',
  131_008: 'malformed',
  131_009: 'malformed',
  100: 'malformed',
  132_000: 'template',
  132_001: 'template',
  132_005: 'template',
  132_007: 'template',
  132_012: 'template',
  132_015: 'template',
  132_016: 'template',
  190: 'token',
  0: 'token',
  3: 'token',
  10: 'token',
  200: 'token',
}
const BROKEN = new Set(['token', 'account'])
/** Too many at once, and how long they ask to wait: to one person one every six seconds, all in all 80 a second. */
const WAITS_S: { readonly [code: number]: number } = { 131_056: 6, 130_429: 2, 131_048: 600, 80_007: 60, 4: 60 }

function outcomeOf({ status, body, retry_s }: ProviderAnswer): ChannelSent {
  if (status >= 200 && status < 300)
    return { ok: true, external_id: textUnder(objectsAt(body, 'messages')[0] ?? {}, 'id') }
  const code = numberAt(objectAt(body, 'error'), 'code')
  const wait_s = (code === null ? undefined : WAITS_S[code]) ?? retry_s ?? undefined
  if (status === 429 || (code !== null && WAITS_S[code] !== undefined))
    return { ok: false, reason: 'too_many', again: true, ...(wait_s !== undefined && { wait_s }) }
  const refused = status === 401 ? 'token' : code === null ? undefined : REFUSED[code]
  if (refused !== undefined)
    return { ok: false, reason: refused, again: false, ...(BROKEN.has(refused) && { broken: true as const }) }
  return { ok: false, reason: `http_${status}`, again: status >= 500 || status === 408 }
}
