import { compareCodePoints, foldForOrder } from '../../model/values/fold'
import type { FieldType } from '../../model/field-type'
import type { Json } from '../../model/json'

/** What every browser and mail program accepts (RFC 9110 §4.1 asks for 8,000; longer ones are tracking). */
const MAX_URL = 2048
/** `empresa.com`, `www.empresa.com/x`: an address without its scheme, as people write it. */
const BARE = /^[\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?::\d{1,5})?(?:[/?#]|$)/u

/** A web address, `http` or `https` only; `https://` is added to one without a scheme. */
export const url: FieldType = {
  name: 'url',
  json: 'string',
  keywords: ['x-search'],
  operators: ['eq', 'ne', 'in', 'nin', 'contains', 'isNull'],
  filter: 'contains',
  sortable: true,
  canonical: toUrl,
  check: (value) => {
    if (typeof value !== 'string' || !isWebUrl(value)) return { key: 'url' }
    return [...value].length > MAX_URL ? { key: 'too_long', params: { max: MAX_URL } } : null
  },
  toText: (value) => String(value ?? ''),
  fromText: (raw) => {
    const value = toUrl(raw)
    return value === null || isWebUrl(String(value)) ? { value } : { error: { key: 'url' } }
  },
  compare: (a, b) => compareCodePoints(foldForOrder(String(a)), foldForOrder(String(b))),
  sample: (_field, random) => {
    const path = Math.floor(random() * 1e9).toString(36)
    return `https://${random() < 0.5 ? 'www.' : ''}ejemplo.test/${path}?año=1&b=%C3%B1`
  },
  invalid: () => [
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'ftp://ejemplo.test',
    'https://',
    'http://usuario:clave@ejemplo.test',
    'https://a b.test',
    'hola',
    `https://ejemplo.test/${'x'.repeat(MAX_URL)}`,
    7,
    { a: 1 },
  ],
  typescript: () => 'string',
  wire: { format: 'uri', maxLength: MAX_URL },
}

/**
 * Whether a link may lead there: an absolute http or https address without spaces, control characters or a password.
 */
export function isWebUrl(text: string): boolean {
  if (!/^https?:\/\/[^/\\]/i.test(text) || /[\s\\<>"'`\p{Cc}\p{Surrogate}]/u.test(text)) return false
  try {
    const { protocol, hostname, username, password } = new URL(text)
    return /^https?:$/.test(protocol) && hostname !== '' && username === '' && password === ''
  } catch {
    return false
  }
}

function toUrl(value: Json): Json {
  if (typeof value !== 'string') return value
  const text = value.normalize('NFC').trim()
  if (BARE.test(text)) return `https://${text}`
  return text.replace(/^https?:/i, (scheme) => scheme.toLowerCase()) || null
}
