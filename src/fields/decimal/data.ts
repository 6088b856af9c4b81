import { canonicalDecimal, compareDecimals } from '../../model/decimal'
import type { FieldType } from '../../model/field-type'
import type { JsonObject } from '../../model/json'
import { checkNumber, NUMBER_KEYWORDS, numberFaults, readNumber, sampleNumber, writeNumber } from '../../model/number-value'

/** An exact decimal number of up to 30 digits; `x-scale` limits its decimals. */
export const decimal: FieldType = {
  name: 'decimal',
  json: 'number',
  keywords: [...NUMBER_KEYWORDS, 'x-scale', 'x-unit'],
  operators: ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'isNull'],
  filter: 'eq',
  sortable: true,
  canonical: canonicalDecimal,
  check: (value, field) => checkNumber(value, field.schema, scaleOf(field.schema)),
  toText: (value, _field, style) => writeNumber(value, style.decimal),
  fromText: raw => {
    const read = readNumber(raw)
    return 'value' in read ? { value: canonicalDecimal(read.value) } : read
  },
  compare: compareDecimals,
  sample: (field, random) => canonicalDecimal(sampleNumber(field.schema, scaleOf(field.schema) ?? 3, random)),
  invalid: ({ schema }) => [
    'uno', '1e3', '1,5', true, { a: 1 }, '1'.repeat(31),
    ...(typeof schema.minimum === 'number' ? [schema.minimum - 1] : []),
    ...(typeof schema.maximum === 'number' ? [schema.maximum + 1] : []),
    ...(scaleOf(schema) === null ? [] : [`0.${'0'.repeat(scaleOf(schema) ?? 0)}1`]),
  ],
  typescript: () => 'number',
  faults: numberFaults,
}

function scaleOf(schema: JsonObject): number | null {
  return typeof schema['x-scale'] === 'number' ? schema['x-scale'] : null
}
