import type { FieldType } from '../../model/field-type'
import type { Json } from '../../model/json'
import { canonicalText, checkText, textErrors } from '../../model/values/text-value'

/** NIST SP 800-63B §5.1.1: at least eight, and long phrases allowed. */
const MIN_PASSWORD = 8
const MAX_PASSWORD = 128

/** A password: written, stored hashed, never read back. Spaces count. */
export const password: FieldType = {
  name: 'password',
  json: 'string',
  keywords: ['minLength', 'maxLength'],
  operators: [],
  filter: 'eq',
  sortable: false,
  inList: false,
  writeOnly: true,
  canonical: toPassword,
  check: (value, field) => checkText(value, { minLength: MIN_PASSWORD, ...field.schema }, MAX_PASSWORD, 'one'),
  toText: () => '',
  fromText: (raw) => ({ value: toPassword(raw) }),
  compare: () => 0,
  sample: (field, random) => {
    const length = Math.max(MIN_PASSWORD, typeof field.schema.minLength === 'number' ? field.schema.minLength : 0)
    return Array.from({ length }, () => Math.floor(random() * 36).toString(36)).join('')
  },
  invalid: () => ['a', 'x'.repeat(MAX_PASSWORD + 1), 12345678, true, { a: 1 }],
  typescript: () => 'string',
  errors: (schema) => textErrors({ minLength: MIN_PASSWORD, ...schema }, MAX_PASSWORD),
}

function toPassword(value: Json): Json {
  return typeof value === 'string' ? value.normalize('NFC') || null : value
}

const MAX_SECRET = 4000

/**
 * A secret of another program, such as an API key or the password of a mail server: written, stored sealed, read by the
 * server alone.
 */
export const secret: FieldType = {
  name: 'secret',
  json: 'string',
  keywords: ['minLength', 'maxLength', 'pattern'],
  operators: [],
  filter: 'eq',
  sortable: false,
  inList: false,
  writeOnly: true,
  sealed: true,
  canonical: canonicalText,
  check: (value, field) => checkText(value, field.schema, MAX_SECRET, 'one'),
  toText: () => '',
  fromText: (raw) => ({ value: canonicalText(raw) }),
  compare: () => 0,
  sample: (field, random) => {
    const length = Math.max(12, typeof field.schema.minLength === 'number' ? field.schema.minLength : 0)
    return Array.from({ length }, () => Math.floor(random() * 36).toString(36)).join('')
  },
  invalid: () => ['x'.repeat(MAX_SECRET + 1), 12345678, true, { a: 1 }],
  typescript: () => 'string',
  errors: (schema) => textErrors(schema, MAX_SECRET),
}
