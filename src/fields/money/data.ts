import { canonicalDecimal, compareDecimals } from '../../model/decimal'
import type { FieldType } from '../../model/field-type'
import type { JsonObject } from '../../model/json'
import { checkNumber, NUMBER_KEYWORDS, numberFaults, readNumber, sampleNumber, writeNumber } from '../../model/number-value'

/** Minor digits when the schema names no `x-scale`: cents, as most currencies have (ISO 4217). */
const MONEY_SCALE = 2

/** An amount in the currency's units, exact, with at most `x-scale` decimals (2). */
export const money: FieldType = {
  name: 'money',
  json: 'number',
  keywords: [...NUMBER_KEYWORDS, 'x-scale'],
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
  sample: (field, random) => canonicalDecimal(sampleNumber(field.schema, scaleOf(field.schema), random)),
  invalid: ({ schema }) => [
    'uno', '1e3', '1,5', true, { a: 1 }, '1'.repeat(31), `0.${'0'.repeat(scaleOf(schema))}1`,
    ...(typeof schema.minimum === 'number' ? [schema.minimum - 1] : []),
    ...(typeof schema.maximum === 'number' ? [schema.maximum + 1] : []),
  ],
  typescript: () => 'number',
  faults: numberFaults,
}

function scaleOf(schema: JsonObject): number {
  return typeof schema['x-scale'] === 'number' ? schema['x-scale'] : MONEY_SCALE
}
