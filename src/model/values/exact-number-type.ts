import { canonicalDecimal, compareDecimals } from './decimal'
import type { FieldType } from '../field-type'
import type { JsonObject } from '../json'
import { checkNumber, NUMBER_KEYWORDS, numberErrors, readNumber, sampleNumber, writeNumber } from './number-value'

/**
 * A field type whose values are exact decimal numbers of up to 30 digits.
 * @param scale decimals allowed where the schema names no `x-scale`; null: any number of them
 * @param keywords that it supports in addition to those of every number
 * @param limits `minimum` and `maximum` where the schema says none
 */
export function exactNumberType(
  name: string,
  scale: number | null,
  keywords: readonly string[] = [],
  limits: { readonly minimum?: number; readonly maximum?: number } = {},
): FieldType {
  const scaleOf = (schema: JsonObject): number | null =>
    typeof schema['x-scale'] === 'number' ? schema['x-scale'] : scale
  const limited = (schema: JsonObject): JsonObject => ({ ...limits, ...schema })
  return {
    name,
    json: 'number',
    keywords: [...NUMBER_KEYWORDS, 'x-scale', ...keywords],
    operators: ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'isNull'],
    filter: 'eq',
    sortable: true,
    inFiles: 'number',
    counts: { as: 'number', ...(scale !== null && { scale }) },
    canonical: canonicalDecimal,
    check: (value, field) => checkNumber(value, limited(field.schema), scaleOf(field.schema)),
    toText: (value, _field, style) => writeNumber(value, style.decimal),
    fromText: (raw, _field, house) => {
      const read = readNumber(raw, house)
      return 'value' in read ? { value: canonicalDecimal(read.value) } : read
    },
    compare: compareDecimals,
    sample: (field, random) =>
      canonicalDecimal(
        sampleNumber(
          random() < 0.5 ? nearby(field.schema) : field.schema,
          scaleOf(field.schema) ?? SAMPLE_SCALE,
          random,
        ),
      ),
    invalid: (field) => {
      const [schema, max] = [limited(field.schema), scaleOf(field.schema)]
      return [
        'uno',
        '1e3',
        '1,5',
        true,
        { a: 1 },
        '1'.repeat(31),
        ...(typeof schema.minimum === 'number' ? [schema.minimum - 1] : []),
        ...(typeof schema.maximum === 'number' ? [schema.maximum + 1] : []),
        ...(max === null ? [] : [`0.${'0'.repeat(max)}1`]),
      ]
    },
    typescript: () => 'number',
    errors: (schema) => numberErrors(limited(schema)),
  }
}

const SAMPLE_SCALE = 3
const SAMPLE_SPAN = 100

/** A maximum far away is a guard against slips: half of the samples are what people write. */
function nearby(schema: JsonObject): JsonObject {
  const low = typeof schema.minimum === 'number' ? schema.minimum : 0
  return typeof schema.maximum === 'number' && schema.maximum - low > SAMPLE_SPAN
    ? { ...schema, maximum: low + SAMPLE_SPAN }
    : schema
}
