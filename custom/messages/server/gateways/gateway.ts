import { tables } from '#app/tables'
import { phoneAbroad, type JsonObject } from '#engine/model'
import type { EffectMessage, MayCall, OutboundAnswer, Outcome, Runtime } from '#engine/server'
import { posted } from '../push/call-service'

/** A text message has room for so much; a gateway cuts it into parts. */
const MAX_CHARS = { sms: 640, whatsapp: 4000 } as const
const SETTINGS = {
  sms: ['sms_url', 'sms_token'],
  whatsapp: ['whatsapp_gateway_url', 'whatsapp_gateway_token'],
} as const

type Kind = keyof typeof SETTINGS

/** Why nothing goes out by a gateway; null: it is set. */
export const gatewayWaits =
  (kind: Kind) =>
  (settings: JsonObject): string | null =>
    urlOf(settings, kind) === '' ? `no_${kind}_gateway` : null

/**
 * By what a text goes to somebody who has not written to the house: WhatsApp takes a free one from such a house only by
 * way of a gateway that has a template.
 */
export const textGateway = (settings: JsonObject): Kind | null =>
  (['sms', 'whatsapp'] as const).find((kind) => urlOf(settings, kind) !== '') ?? null

/** Sends a text to the person's phone by a gateway of the company's: `POST {to, text, id}` with a bearer token. */
export const byGateway =
  (kind: Kind) =>
  async ({ key, id_user, phone, subject, body }: EffectMessage, runtime: Runtime, may: MayCall): Promise<Outcome> => {
    const settings = await runtime.settings()
    const to = phoneAbroad(
      (phone ?? (await phoneOf(runtime, id_user))).replace(/[^\d+]/g, ''),
      runtime.model().application.calling_code ?? '',
    )
    if (to === '') return { ok: false, reason: 'no_phone', again: false }
    const token = settings[SETTINGS[kind][1]]
    const text = [subject, body]
      .filter((part) => part !== null && part !== '')
      .join('\n')
      .slice(0, MAX_CHARS[kind])
    return posted(
      may,
      {
        url: urlOf(settings, kind),
        headers: {
          'content-type': 'application/json',
          ...(typeof token === 'string' && token !== '' && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ to, text, id: key }),
      },
      kind === 'whatsapp' ? refusedWindow : () => null,
    )
  }

async function phoneOf({ database: { db } }: Runtime, id_user: number): Promise<string> {
  const person = await tables(db)
    .selectFrom('users')
    .select('phone')
    .where('id', '=', id_user)
    .where('date_deleted', 'is', null)
    .executeTakeFirst()
  return person?.phone ?? ''
}

/** A gateway that hands on what WhatsApp said of a free text after 24 hours: no later try goes better. */
const refusedWindow = ({ text }: OutboundAnswer): Outcome | null =>
  /\b131047\b/.test(text) ? { ok: false, reason: 'whatsapp_window', again: false } : null

const urlOf = (settings: JsonObject, kind: Kind): string => String(settings[SETTINGS[kind][0]] ?? '')
