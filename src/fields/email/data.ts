import { compareCodePoints, foldForOrder } from '../../model/values/fold'
import type { FieldType } from '../../model/field-type'
import type { Json } from '../../model/json'

/** RFC 5321 §4.5.3.1: 64 before the at sign, 254 in all. */
const MAX_LOCAL = 64
const MAX_EMAIL = 254
const LOCAL = /^[^\s@<>()[\],;:\\"\p{Cc}\p{Surrogate}]+$/u
/** Labels of letters, digits and inner hyphens; the last one is not all digits. */
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}-]{0,61}[\\p{L}\\p{N}\\p{M}])'
const DOMAIN = new RegExp(`^(?:${LABEL}?\\.)+(?!\\d+$)${LABEL}$`, 'u')

/** An e-mail address; the domain is kept in lower case. */
export const email: FieldType = {
  name: 'email',
  json: 'string',
  keywords: ['format', 'x-search'],
  operators: ['eq', 'ne', 'in', 'nin', 'contains', 'isNull'],
  filter: 'contains',
  sortable: true,
  canonical: toEmail,
  check: (value) => (typeof value === 'string' && isEmail(value) ? null : { key: 'email' }),
  toText: (value) => String(value ?? ''),
  fromText: (raw) => {
    const value = toEmail(raw.trim().replace(/^mailto:/i, ''))
    return value === null || isEmail(String(value)) ? { value } : { error: { key: 'email' } }
  },
  compare: (a, b) => compareCodePoints(foldForOrder(String(a)), foldForOrder(String(b))),
  sample: (_field, random) => `persona.${Math.floor(random() * 1e9).toString(36)}@ejemplo.test`,
  invalid: () => [
    'ana',
    'ana@',
    '@ejemplo.test',
    'ana@ejemplo',
    'a b@ejemplo.test',
    'ana@@ejemplo.test',
    `${'a'.repeat(65)}@ejemplo.test`,
    7,
    { a: 1 },
  ],
  typescript: () => 'string',
}

function toEmail(value: Json): Json {
  if (typeof value !== 'string') return value
  const text = value.normalize('NFC').trim()
  const at = text.lastIndexOf('@')
  return (
    text.slice(0, at + 1) +
      text
        .slice(at + 1)
        .toLowerCase()
        .normalize('NFC') || null
  )
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  if (at < 1 || local.length > MAX_LOCAL || text.length > MAX_EMAIL) return false
  return LOCAL.test(local) && !/^\.|\.\.|\.$/.test(local) && DOMAIN.test(text.slice(at + 1))
}
