import type { FieldType } from '../../model/field-type'
import type { Json } from '../../model/json'

/**
 * Rows of another entity (`x-of`) that refer to this record (`x-link`), written with it: a list of objects, each with
 * the `id` of a row that is there or without one for a new row. Errors in a row are reported by that entity's own
 * fields.
 */
export const children: FieldType = {
  name: 'children',
  json: 'array',
  keywords: ['x-of', 'x-link', 'x-columns', 'x-order', 'x-max'],
  operators: [],
  filter: 'eq',
  sortable: false,
  virtual: true,
  inList: false,
  canonical: (value) => (Array.isArray(value) && value.length === 0 ? null : value),
  check: (value, field) => {
    if (!Array.isArray(value) || !value.every(isRow)) return { key: 'children' }
    const max = field.children?.max
    return max !== undefined && value.length > max ? { key: 'too_many', params: { max } } : null
  },
  toText: (value) => (Array.isArray(value) ? JSON.stringify(value) : ''),
  fromText: (text) => {
    if (text.trim() === '') return { value: null }
    try {
      const value = JSON.parse(text) as Json
      return Array.isArray(value) && value.every(isRow) ? { value } : { error: { key: 'children' } }
    } catch {
      return { error: { key: 'children' } }
    }
  },
  compare: () => 0,
  // Rows need the fields of another entity, which only the Model knows.
  sample: () => null,
  invalid: () => ['x', 7, [1], { a: 1 }],
  typescript: () => 'readonly { readonly [field: string]: unknown }[]',
  formColumns: 12,
  errors: (schema) =>
    ['x-of', 'x-link'].flatMap((key) =>
      typeof schema[key] === 'string' ? [] : [['', `rows of a record need "${key}".`, 'M006'] as const],
    ),
}

const isRow = (row: Json): boolean => typeof row === 'object' && row !== null && !Array.isArray(row)
