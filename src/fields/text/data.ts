import { compareCodePoints, foldForOrder } from '../../model/values/fold'
import type { FieldType } from '../../model/field-type'
import type { Json, JsonObject } from '../../model/json'
import { caseErrors, inCase } from '../../model/values/text-case'
import { canonicalText, checkText, textErrors, textLimits } from '../../model/values/text-value'
import { invalidTexts, sampleText } from '../../model/values/text-sample'

/** Characters of a single line when the schema names no `maxLength`, and the highest `maxLength` it may name. */
const TEXT_LENGTH = 255

/** A single line of text: trimmed, composed (NFC), without control characters, in the case that `x-case` asks for. */
export const text: FieldType = {
  name: 'text',
  json: 'string',
  keywords: ['minLength', 'maxLength', 'pattern', 'x-case', 'x-shapes', 'x-search', 'x-series'],
  operators: ['eq', 'ne', 'in', 'nin', 'contains', 'isNull'],
  filter: 'contains',
  sortable: true,
  counts: { as: 'plain' },
  canonical: (value, { schema }) => toText(value, schema),
  check: (value, field) => checkText(value, field.schema, TEXT_LENGTH, 'one'),
  toText: (value) => String(value ?? ''),
  fromText: (raw, { schema }) => ({ value: toText(raw, schema) }),
  compare: (a, b) => compareCodePoints(foldForOrder(String(a)), foldForOrder(String(b))),
  sample: (field, random) => sampleText(field.schema, TEXT_LENGTH, random),
  invalid: ({ schema }) => ['a\nb', 'a\u0000b', 7, { a: 1 }, ...invalidTexts(schema, textLimits(schema, TEXT_LENGTH))],
  typescript: () => 'string',
  errors: (schema) => [...textErrors(schema, TEXT_LENGTH), ...caseErrors(schema)],
}

const toText = (value: Json, schema: JsonObject): Json => inCase(canonicalText(value), schema)
