import type { FieldType, Reading } from '../../model/field-type'
import type { Json } from '../../model/json'

/** Preferences or an audit entry are far smaller; a megabyte in a cell is a mistake. */
const MAX_CHARS = 100_000
const MAX_DEPTH = 32

/** Any JSON value, for the engine's own records; never searched or sorted. */
export const json: FieldType = {
  name: 'json',
  json: 'object',
  keywords: ['x-rule'],
  operators: ['isNull'],
  filter: 'eq',
  sortable: false,
  inList: false,
  formColumns: 12,
  canonical: (value) => (depth(value) > MAX_DEPTH ? value : plain(value)),
  check: (value, { schema }) => {
    // A rule that is being put together has a NUL where something is not chosen yet.
    if (depth(value) > MAX_DEPTH || hasLostText(value)) return { key: schema['x-rule'] ? 'rule' : 'json' }
    return JSON.stringify(value).length > MAX_CHARS ? { key: 'too_long', params: { max: MAX_CHARS } } : null
  },
  toText: (value) => (value === null ? '' : JSON.stringify(value)),
  fromText: readJson,
  compare: () => 0,
  sample: (_field, random) => ({
    name: `n${Math.floor(random() * 1e6)}`,
    list: [random() < 0.5, null, Math.floor(random() * 100)],
    text: 'ñ "x" \n',
  }),
  invalid: () => [{ a: 'x\u0000' }, 'x'.repeat(MAX_CHARS), JSON.parse('['.repeat(40) + ']'.repeat(40)) as Json],
  typescript: () => 'Json',
}

function readJson(raw: string): Reading {
  if (raw.trim() === '') return { value: null }
  try {
    const value = JSON.parse(raw) as Json
    return { value: depth(value) > MAX_DEPTH ? value : plain(value) }
  } catch {
    return { error: { key: 'json' } }
  }
}

/** Levels of nesting, counted to one beyond the limit at most. */
function depth(value: Json, level = 0): number {
  if (level > MAX_DEPTH || typeof value !== 'object' || value === null) return level
  return Object.values(value).reduce<number>((max, inner) => Math.max(max, depth(inner, level + 1)), level + 1)
}

/** jsonb has no negative zero. */
function plain(value: Json): Json {
  if (Object.is(value, -0)) return 0
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(plain)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
}

/** jsonb refuses NUL and halves of surrogate pairs. */
function hasLostText(value: Json): boolean {
  if (typeof value === 'string') return value.includes('\0') || /\p{Surrogate}/u.test(value)
  if (typeof value === 'number') return !Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => hasLostText(key) || hasLostText(inner))
}
