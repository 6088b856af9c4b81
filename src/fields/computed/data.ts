import type { FieldType } from '../../model/field-type'

/**
 * What the database computes for the rows of a page: a number over the rows that refer to a record, or a text of its
 * own fields.
 */
export const computed: FieldType = {
  name: 'computed',
  json: 'number',
  keywords: ['x-computed', 'x-unit', 'x-scale'],
  operators: [],
  filter: 'eq',
  sortable: false,
  virtual: true,
  canonical: (value) => (value === '' ? null : value),
  check: () => null,
  toText: (value) => (value === null ? '' : String(value)),
  fromText: (text) => ({ value: text === '' ? null : text }),
  compare: () => 0,
  sample: () => null,
  invalid: () => [],
  typescript: ({ computed: how }) => (how?.kind === 'text' ? 'string' : 'number'),
  errors: (schema) =>
    schema['x-computed'] === undefined ? [['', 'a computed field says how: add "x-computed".', 'M038']] : [],
}
