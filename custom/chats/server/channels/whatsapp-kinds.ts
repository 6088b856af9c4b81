import { isObject, type Json, type JsonObject } from '#engine/model'
import type { Content } from './channel'
import { cleanText, objectAt, objectsAt, textUnder } from './json-path'

/** What a person fills into a form of WhatsApp (`nfm_reply`): each answer with its name. */
export function formAnswers(reply: JsonObject): string {
  const raw = textUnder(reply, 'response_json')
  const answers = raw === null ? null : parsed(raw)
  const lines = Object.entries(answers ?? {})
    .filter(([name]) => name !== 'flow_token')
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
  return lines.length > 0 ? lines.join('\n') : (raw ?? textUnder(reply, 'body') ?? '')
}

function parsed(raw: string): JsonObject | null {
  try {
    const json = JSON.parse(raw) as Json
    return isObject(json) ? json : null
  } catch {
    return null
  }
}

/** A message that is no words, place or file: what it is, and of what it holds what a person can read. */
export function otherContent(message: JsonObject, type: string, read: (message: JsonObject) => Content): Content {
  if (type === 'contacts') return { text: objectsAt(message, 'contacts').map(contactText).join('\n'), kind: 'contacts' }
  if (type === 'order') {
    const order = objectAt(message, 'order')
    return {
      text: [...objectsAt(order, 'product_items').map(itemText), textUnder(order, 'text') ?? '']
        .filter(Boolean)
        .join('\n'),
      kind: 'order',
    }
  }
  if (type === 'reaction') return { text: textUnder(objectAt(message, 'reaction'), 'emoji') ?? '', kind: 'reaction' }
  if (type === 'revoke') return { text: '', kind: 'revoke' }
  if (type === 'edit') return { text: read(objectAt(objectAt(message, 'edit'), 'message')).text, kind: 'edit' }
  if (type === 'system') return { text: textUnder(objectAt(message, 'system'), 'body') ?? '', kind: 'notice' }
  const reasons = objectsAt(message, 'errors').map(
    (error) => textUnder(objectAt(error, 'error_data'), 'details') ?? textUnder(error, 'title') ?? '',
  )
  const what =
    type === 'unsupported' || type === 'unknown'
      ? (textUnder(objectAt(message, 'unsupported'), 'type') ?? '')
      : cleanText(type)
  return { text: [what, ...reasons].filter(Boolean).join(': '), kind: 'unsupported' }
}

const contactText = (contact: JsonObject): string => {
  const phones = objectsAt(contact, 'phones').map(
    (phone) => textUnder(phone, 'phone') ?? textUnder(phone, 'wa_id') ?? '',
  )
  return [textUnder(objectAt(contact, 'name'), 'formatted_name') ?? '', ...phones].filter(Boolean).join(' ')
}

/** `2 × 1042 (25 PEN)` */
function itemText(item: JsonObject): string {
  const price = item['item_price']
  const cost =
    typeof price === 'number' || typeof price === 'string'
      ? ` (${[String(price), textUnder(item, 'currency') ?? ''].filter(Boolean).join(' ')})`
      : ''
  return `${textUnder(item, 'quantity') ?? '1'} × ${textUnder(item, 'product_retailer_id') ?? '?'}${cost}`
}
