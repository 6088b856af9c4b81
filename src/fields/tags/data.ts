import type { FieldError, FieldType } from '../../model/field-type'
import type { Json } from '../../model/json'
import { MAX_TAGS } from '../../model/tags-asked'
import { canonicalId, isCountedId, sampleId } from '../../model/values/id-value'
import { canonicalText, checkText } from '../../model/values/text-value'

const MAX_NAME = 40
const SEPARATOR = '; '

/** Names of several stand in one cell of a file, one after the other. */
const checkName = (name: string): FieldError | null =>
  name.includes(';') ? { key: 'pattern' } : checkText(name, {}, MAX_NAME, 'one')

function checkTags(value: Json): FieldError | null {
  if (!Array.isArray(value)) return { key: 'tags' }
  if (value.length > MAX_TAGS) return { key: 'too_many', params: { max: MAX_TAGS } }
  const wrong = value.map((one: Json) =>
    isCountedId(one) ? null : typeof one === 'string' ? checkName(one) : { key: 'tags' },
  )
  return wrong.find((error) => error !== null) ?? null
}

/**
 * Tags that people give a record: ids, or names where a call makes new ones; only a catalogue's `tags` brings such a
 * field.
 */
export const tags: FieldType = {
  name: 'tags',
  json: 'array',
  keywords: [],
  operators: [],
  onlyInLists: ['eq', 'in', 'isNull'],
  filter: 'eq',
  sortable: false,
  virtual: true,
  canonical: (value) => {
    const list =
      typeof value === 'string' && value.trim() === ''
        ? []
        : Array.isArray(value)
          ? (value as readonly Json[])
          : [value]
    const each = list.map((one) =>
      typeof one === 'string' && !/^\d{1,10}$/.test(one.trim()) ? canonicalText(one) : canonicalId(one),
    )
    return each.length === 0 ? null : [...new Set(each)]
  },
  check: checkTags,
  toText: (value) => (Array.isArray(value) ? value.map(String).join(SEPARATOR) : ''),
  fromText: (text) => {
    const names = text
      .split(';')
      .map((part) => part.trim())
      .filter(Boolean)
    if (names.length === 0) return { value: null }
    const value = [...new Set(names.map((name) => (/^\d{1,10}$/.test(name) ? canonicalId(name) : canonicalText(name))))]
    const error = checkTags(value)
    return error ? { error } : { value }
  },
  compare: () => 0,
  sample: (_field, random) => [sampleId(random)],
  invalid: () => [[0], [1.5], [true], [[1]], { a: 1 }],
  typescript: () => 'readonly number[]',
  formColumns: 12,
  errors: () => [
    ['', 'tags are brought by a catalogue. Write "tags": true in its resource instead of this field.', 'M105'],
  ],
}
