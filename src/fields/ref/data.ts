import type { FieldType } from '../../model/field-type'
import { canonicalId, isCountedId, isKeyId, MAX_ID, MAX_KEY, sampleId } from '../../model/values/id-value'

/** The id of a record of another entity (`x-to`). */
export const ref: FieldType = {
  name: 'ref',
  json: 'integer',
  keywords: ['x-to', 'x-via', 'x-expand', 'x-on-delete', 'x-choices', 'x-create', 'x-sole', 'x-search'],
  operators: ['eq', 'ne', 'in', 'nin', 'isNull'],
  filter: 'eq',
  counts: { as: 'plain' },
  sortable: true,
  canonical: canonicalId,
  check: (value) => (isCountedId(value) ? null : { key: 'ref' }),
  toText: (value) => String(value ?? ''),
  fromText: (raw) => {
    const text = raw.trim()
    if (text === '') return { value: null }
    return /^\d{1,10}$/.test(text) && isCountedId(Number(text)) ? { value: Number(text) } : { error: { key: 'ref' } }
  },
  compare: (a, b) => Number(a) - Number(b),
  sample: (_field, random) => sampleId(random),
  invalid: () => [0, -1, 1.5, MAX_ID + 1, 'Ana', true, { a: 1 }],
  typescript: () => 'number',
  keyed: 'keyref',
  errors: (schema) => {
    if (typeof schema['x-to'] === 'string') return []
    return [['', 'a reference must say what it points to: add "x-to": "<entity>".', 'M006']]
  },
}

/** The id of a record whose entity has text ids: a `ref` to such an entity becomes this when the metadata is read. */
export const keyref: FieldType = {
  ...ref,
  name: 'keyref',
  json: 'string',
  canonical: (value) =>
    typeof value === 'string' ? value.trim() || null : typeof value === 'number' ? String(value) : value,
  check: (value) => (isKeyId(value) ? null : { key: 'ref' }),
  fromText: (raw) => {
    const text = raw.trim()
    if (text === '') return { value: null }
    return isKeyId(text) ? { value: text } : { error: { key: 'ref' } }
  },
  compare: (a, b) => (String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0),
  sample: (_field, random) => String.fromCharCode(97 + Math.floor(random() * 26), 97 + Math.floor(random() * 26)),
  invalid: () => [true, { a: 1 }, 'x'.repeat(MAX_KEY + 1), 'a\u0000b'],
  typescript: () => 'string',
  errors: () => [['/x-type', 'write "ref": whether its target has a text for an id, the target says.', 'M022']],
}
