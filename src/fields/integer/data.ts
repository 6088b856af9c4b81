import { canonicalDecimal, compareDecimals, isMultiple } from '../../model/values/decimal'
import type { FieldType } from '../../model/field-type'
import {
  checkNumber,
  NUMBER_KEYWORDS,
  numberErrors,
  readNumber,
  sampleNumber,
  writeNumber,
} from '../../model/values/number-value'

/** A whole number that JavaScript holds exactly (±9,007,199,254,740,991). */
export const integer: FieldType = {
  name: 'integer',
  json: 'integer',
  keywords: [...NUMBER_KEYWORDS, 'x-unit'],
  operators: ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'isNull'],
  filter: 'eq',
  sortable: true,
  inFiles: 'number',
  counts: { as: 'number', scale: 0, below: String(Number.MAX_SAFE_INTEGER + 1) },
  canonical: canonicalDecimal,
  check: (value, field) => {
    const error = checkNumber(value, field.schema, 0)
    if (error) return error
    return Number.isSafeInteger(value) ? null : { key: 'digits', params: { max: 15 } }
  },
  toText: (value) => writeNumber(value, '.'),
  fromText: (raw, _field, house) => {
    const read = readNumber(raw, house)
    return 'value' in read ? { value: canonicalDecimal(read.value) } : read
  },
  compare: compareDecimals,
  sample: (field, random) => canonicalDecimal(sampleNumber(field.schema, 0, random)),
  invalid: ({ schema }) => [
    1.5,
    'uno',
    '1e3',
    true,
    { a: 1 },
    9_007_199_254_740_992,
    ...(typeof schema.minimum === 'number' ? [Math.floor(schema.minimum) - 1] : []),
    ...(typeof schema.maximum === 'number' ? [Math.ceil(schema.maximum) + 1] : []),
  ],
  typescript: () => 'number',
  errors: (schema) => [
    ...numberErrors(schema),
    ...(['minimum', 'maximum', 'multipleOf'] as const)
      .filter((key) => schema[key] !== undefined && !isMultiple(schema[key], 1))
      .map((key) => [`/${key}`, 'the limit of an integer must be a whole number.', 'M019'] as const),
  ],
}
