import type { FieldType } from '../../model/field-type'
import type { Json } from '../../model/json'
import { canonicalId, isCountedId, isKeyId, sampleId } from '../../model/values/id-value'

/** More than that should be a table of their own, not a field. */
const MAX_REFS = 500
const SEPARATOR = '; '

/** Ids of records of another entity (`x-to`), each once, in the order people gave them; never null. */
export const refs: FieldType = {
  name: 'refs',
  json: 'array',
  keywords: ['x-to', 'x-via', 'x-choices', 'x-create'],
  operators: [],
  onlyInLists: ['eq', 'in', 'isNull'],
  filter: 'eq',
  sortable: false,
  virtual: true,
  canonical: (value) => {
    const list =
      typeof value === 'string' && value.trim() === ''
        ? []
        : Array.isArray(value)
          ? (value as readonly Json[])
          : [value]
    const ids = list.map((one) => idOf(one))
    return ids.length === 0 ? null : [...new Set(ids)]
  },
  check: (value) => {
    if (!Array.isArray(value)) return { key: 'refs' }
    if (value.length > MAX_REFS) return { key: 'too_many', params: { max: MAX_REFS } }
    return value.every((id: Json) => isId(id)) ? null : { key: 'refs' }
  },
  toText: (value) => (Array.isArray(value) ? value.map(String).join(SEPARATOR) : ''),
  fromText: (text) => {
    const parts = text
      .split(';')
      .map((part) => part.trim())
      .filter(Boolean)
    if (parts.length === 0) return { value: null }
    const ids = parts.map((part) => (/^\d{1,10}$/.test(part) ? Number(part) : part))
    return ids.every(isId) ? { value: [...new Set(ids)] } : { error: { key: 'refs' } }
  },
  compare: () => 0,
  sample: (_field, random) => [sampleId(random)],
  invalid: () => ['Ana María', [0], [1.5], [true], [[1]], { a: 1 }],
  typescript: () => 'readonly (number | string)[]',
  formColumns: 12,
  errors: (schema) => {
    if (typeof schema['x-to'] === 'string') return []
    return [['', 'references must say what they point to: add "x-to": "<entity>".', 'M006']]
  },
}

// Only the database knows whether the target's ids are numbers or texts: it finds nothing under an id of the other
// kind.
const isId = (value: Json): boolean => isCountedId(value) || (isKeyId(value) && /^[^\s;]+$/.test(value))
const idOf = (value: Json): Json =>
  typeof value === 'string' && !/^\d+$/.test(value.trim()) ? value.trim() : canonicalId(value)
