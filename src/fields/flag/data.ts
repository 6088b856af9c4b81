import type { FieldType } from '../../model/field-type'
import type { Json } from '../../model/json'
import { flagIn } from '../../model/values/flag-text'
import { fold } from '../../model/values/fold'

const YES = new Set(['1', 'true', 'verdadero', 'si', 's', 'yes', 'y', 'v', 't', 'on'])
const NO = new Set(['0', 'false', 'falso', 'no', 'n', 'f', 'off'])

/** Yes or no: 1 or 0 on the wire. */
export const flag: FieldType = {
  name: 'flag',
  json: 'boolean',
  keywords: [],
  operators: ['eq', 'ne', 'in', 'nin', 'isNull'],
  filter: 'eq',
  sortable: true,
  inFiles: 'flag',
  counts: { as: 'plain' },
  canonical: toFlag,
  check: (value) => (value === 0 || value === 1 ? null : { key: 'flag' }),
  toText: (value) => String(value ?? ''),
  fromText: (raw) => {
    const word = fold(raw.trim())
    if (word === '') return { value: null }
    if (YES.has(word)) return { value: 1 }
    return NO.has(word) ? { value: 0 } : { error: { key: 'flag' } }
  },
  compare: (a, b) => Number(a) - Number(b),
  sample: (_field, random) => (random() < 0.5 ? 0 : 1),
  invalid: () => [2, -1, 'quizás', { a: 1 }],
  typescript: () => '0 | 1',
}

/** A flag as it may stand in a record, a form or an address. */
export const isOn = (value: Json): boolean => value === 1 || value === true || value === '1'

function toFlag(value: Json): Json {
  const on = flagIn(value)
  return on !== null ? Number(on) : value === '' ? null : value
}
