import { canonicalDecimal } from '../../model/decimal'
import type { FieldType } from '../../model/field-type'

/** Identifiers are PostgreSQL's `integer`. */
export const MAX_ID = 2_147_483_647

/** The id of a record of another entity (`x-to`). */
export const ref: FieldType = {
  name: 'ref',
  json: 'integer',
  keywords: ['x-to', 'x-via', 'x-expand', 'x-on-delete', 'x-choices', 'x-create'],
  operators: ['eq', 'ne', 'in', 'nin', 'isNull'],
  filter: 'eq',
  sortable: true,
  canonical: value => (value === '' ? null : canonicalDecimal(value)),
  check: value => (isId(value) ? null : { key: 'ref' }),
  toText: value => String(value ?? ''),
  fromText: raw => {
    const text = raw.trim()
    if (text === '') return { value: null }
    return /^\d{1,10}$/.test(text) && isId(Number(text)) ? { value: Number(text) } : { fault: { key: 'ref' } }
  },
  compare: (a, b) => Number(a) - Number(b),
  sample: (_field, random) => 1 + Math.floor(random() * 1000),
  invalid: () => [0, -1, 1.5, MAX_ID + 1, 'Ana', true, { a: 1 }],
  typescript: () => 'number',
  keyed: 'keyref',
  faults: schema => {
    if (typeof schema['x-to'] === 'string') return []
    return [['', 'a reference must say what it points to: add "x-to": "<entity>".', 'M006']]
  },
}

function isId(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_ID
}

/** Longer texts are no id of anything (`x-key`). */
const MAX_KEY = 63

/** The id of a record whose entity has a text for it: what a `ref` to such an entity becomes when the metadata is read. */
export const keyref: FieldType = {
  ...ref,
  name: 'keyref',
  json: 'string',
  canonical: value => (typeof value === 'string' ? value.trim() || null : typeof value === 'number' ? String(value) : value),
  check: value => (isKey(value) ? null : { key: 'ref' }),
  fromText: raw => {
    const text = raw.trim()
    if (text === '') return { value: null }
    return isKey(text) ? { value: text } : { fault: { key: 'ref' } }
  },
  compare: (a, b) => (String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0),
  sample: (_field, random) => String.fromCharCode(97 + Math.floor(random() * 26), 97 + Math.floor(random() * 26)),
  invalid: () => [true, { a: 1 }, 'x'.repeat(MAX_KEY + 1), 'a\u0000b'],
  typescript: () => 'string',
  faults: () => [['/x-type', 'write "ref": whether its target has a text for an id, the target says.', 'M022']],
}

// What a key may look like, its own entity says; one that is nobody's is told as such.
function isKey(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= MAX_KEY && !/[\p{Cc}\p{Surrogate}/]/u.test(value)
}
