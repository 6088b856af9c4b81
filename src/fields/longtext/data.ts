import { compareCodePoints, foldForOrder } from '../../model/values/fold'
import type { FieldType } from '../../model/field-type'
import type { Json } from '../../model/json'
import { invalidTexts, sampleText } from '../../model/values/text-sample'
import { canonicalText, checkText, textErrors, textLimits } from '../../model/values/text-value'

/** Enough for the terms of a contract; a spreadsheet cell ends at 32,767. */
const LONGTEXT_LENGTH = 100_000

/** Text of several lines: trimmed, composed (NFC), lines ended by a line feed. */
export const longtext: FieldType = {
  name: 'longtext',
  json: 'string',
  keywords: ['minLength', 'maxLength', 'x-search'],
  operators: ['eq', 'ne', 'in', 'nin', 'contains', 'isNull'],
  filter: 'contains',
  sortable: false,
  counts: { as: 'plain' },
  inList: false,
  formColumns: 12,
  canonical: (value) => canonicalText(unixLines(value)),
  check: (value, field) => checkText(value, field.schema, LONGTEXT_LENGTH, 'many'),
  toText: (value) => String(value ?? ''),
  fromText: (raw) => ({ value: canonicalText(unixLines(raw)) }),
  compare: (a, b) => compareCodePoints(foldForOrder(String(a)), foldForOrder(String(b))),
  sample: (field, random) => {
    const line = sampleText(field.schema, LONGTEXT_LENGTH, random)
    return random() < 0.5 ? line : line.replace(/(\S) (\S)/, '$1\n$2')
  },
  invalid: (field) => [
    'a\u0000b',
    'a\u0007b',
    7,
    { a: 1 },
    ...invalidTexts(field.schema, textLimits(field.schema, LONGTEXT_LENGTH)),
  ],
  typescript: () => 'string',
  errors: (schema) => textErrors(schema, LONGTEXT_LENGTH),
}

function unixLines(value: Json): Json {
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value
}
