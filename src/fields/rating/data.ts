import type { FieldType } from '../../model/field-type'
import { canonicalDecimal, compareDecimals } from '../../model/values/decimal'
import { starsOf } from '../../model/values/stars'
import { readNumber, writeNumber } from '../../model/values/number-value'

/** More stars cannot be told apart. */
const LIMIT = 10

/** A judgement in stars: 1 to 5, or to `maximum`. */
export const rating: FieldType = {
  name: 'rating',
  json: 'integer',
  keywords: ['maximum'],
  operators: ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'isNull'],
  filter: 'eq',
  sortable: true,
  inFiles: 'number',
  counts: { as: 'number', scale: 0, below: '100' },
  canonical: canonicalDecimal,
  check: (value, { schema }) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) return { key: 'integer' }
    return value >= 1 && value <= starsOf(schema) ? null : { key: 'between', params: { min: 1, max: starsOf(schema) } }
  },
  toText: (value) => writeNumber(value, '.'),
  fromText: (raw, _field, house) => {
    const read = readNumber(raw, house)
    return 'value' in read ? { value: canonicalDecimal(read.value) } : read
  },
  compare: compareDecimals,
  typescript: () => 'number',
  sample: ({ schema }, random) => 1 + Math.floor(random() * starsOf(schema)),
  invalid: ({ schema }) => [0, -1, starsOf(schema) + 1, 1.5, 'muchas', { a: 1 }],
  errors: ({ maximum }) =>
    maximum === undefined ||
    (typeof maximum === 'number' && Number.isInteger(maximum) && maximum >= 2 && maximum <= LIMIT)
      ? []
      : [['/maximum', `stars are 2 to ${LIMIT}. Change it.`]],
}
