import { compareCodePoints, fold } from '../../model/fold'
import type { FieldType } from '../../model/field-type'
import { canonicalText, checkText, textFaults, textLimits } from '../../model/text-value'
import { invalidTexts, sampleText } from '../../model/text-sample'

/** Characters of a single line when the schema names no `maxLength`, and the most it may name. */
export const TEXT_LENGTH = 255

/** A single line of text: trimmed, composed (NFC), without control characters. */
export const text: FieldType = {
  name: 'text',
  json: 'string',
  keywords: ['minLength', 'maxLength', 'pattern', 'x-search'],
  operators: ['eq', 'ne', 'in', 'nin', 'contains', 'isNull'],
  filter: 'contains',
  sortable: true,
  canonical: canonicalText,
  check: (value, field) => checkText(value, field.schema, TEXT_LENGTH, 'one'),
  toText: value => String(value ?? ''),
  fromText: raw => ({ value: canonicalText(raw) }),
  compare: (a, b) => compareCodePoints(fold(String(a)), fold(String(b))),
  sample: (field, random) => sampleText(field.schema, TEXT_LENGTH, random),
  invalid: field => ['a\nb', 'a\u0000b', 7, { a: 1 }, ...invalidTexts(field.schema, textLimits(field.schema, TEXT_LENGTH))],
  typescript: () => 'string',
  faults: schema => textFaults(schema, TEXT_LENGTH),
}
