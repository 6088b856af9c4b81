import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { InboundRequest } from '#engine/server'
import type { Fields } from '../../model/telephone-event'

/** Whether a call comes from the system whose token this is. */
export function isFrom(type: string, token: string, request: InboundRequest, form: Fields): boolean {
  if (type === 'twilio') return isSame(request.header('x-twilio-signature'), twilioSignature(token, request.url, form))
  const bearer = /^Bearer (.+)$/i.exec(request.header('authorization') ?? '')?.[1]
  // Some systems can call nothing but an address.
  return isSame(bearer ?? request.header('x-api-key') ?? request.query['token'] ?? null, token)
}

/**
 * Twilio's signature of a webhook: HMAC-SHA1, in base64, over the address with its query and the fields of the form, by
 * their names, each name followed by its value (twilio.com/docs/usage/security).
 */
export function twilioSignature(token: string, url: string, form: Fields): string {
  const text = Object.keys(form)
    .sort()
    .reduce((all, name) => `${all}${name}${form[name] ?? ''}`, url)
  return createHmac('sha1', token).update(text, 'utf8').digest('base64')
}

/** In a time that does not tell how much of it is right. */
function isSame(said: string | null, right: string): boolean {
  if (said === null || right === '') return false
  const [a, b] = [said, right].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(a, b)
}
