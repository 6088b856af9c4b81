import { fieldTypes, type FieldTypeName } from '../../src/fields/data'
import type { Field } from '../../src/model/field'
import type { FieldType, TextStyle } from '../../src/model/field-type'
import type { JsonObject } from '../../src/model/json'

/** A field as the loader would make it, without going through a file. */
export function fieldOf(type: FieldTypeName, schema: JsonObject = {}, more: Partial<Field> = {}): Field {
  return {
    name: 'f',
    entity: 'e',
    type,
    title: 'F',
    required: false,
    system: false,
    readOnly: false,
    secret: false,
    search: false,
    unique: false,
    was: [],
    schema,
    ...more,
  }
}

export const typeNames = Object.keys(fieldTypes) as FieldTypeName[]
export const typeOf = (name: FieldTypeName): FieldType => fieldTypes[name]

export const STYLES: readonly TextStyle[] = [
  { language: 'es', zone: 'America/Lima', decimal: ',' },
  { language: 'en', zone: 'UTC', decimal: '.' },
  { language: 'en', zone: 'Asia/Kathmandu', decimal: '.' },
  { language: 'es', zone: 'No/Such_Zone', decimal: ',' },
]

const SIX = {
  'x-values': [
    { value: '1', title: 'Auto' },
    { value: '2', title: 'Camión' },
    { value: 'x y', title: 'Con espacio' },
  ],
}

/** Every type with schemas that use its keywords: the generated tests run over all of them. */
export const FIELDS: readonly Field[] = [
  // Rows and what is computed have no values of their own: the entity they look at has.
  ...typeNames
    .filter((name) => !['enum', 'choices', 'children', 'computed', 'ref-any', 'object'].includes(name))
    .map((name) => fieldOf(name)),
  fieldOf('text', { minLength: 3, maxLength: 5 }),
  fieldOf('text', { pattern: '^[A-Z]{3}-[0-9]{3}$', maxLength: 7 }),
  fieldOf('text', { pattern: '^([A-Z][A-Z0-9]{2}-[0-9]{3}|[0-9]{4}-[0-9A-Z]{2})$', maxLength: 8 }),
  fieldOf('text', { pattern: '^\\d+(\\.\\d{1,3}){0,3}$' }),
  fieldOf('text', { pattern: '^([A-Z][A-Z0-9]{2}-[0-9]{3}|[0-9]{4}-[0-9A-Z]{2})$', maxLength: 8, 'x-case': 'upper' }),
  fieldOf('text', { 'x-case': 'upper', maxLength: 12 }),
  fieldOf('text', { 'x-case': 'lower' }),
  fieldOf('richtext', { maxLength: 60 }),
  fieldOf('percent', { minimum: 0, maximum: 100, 'x-scale': 2 }),
  ...['s', 'min', 'h'].map((unit) => fieldOf('duration', { 'x-unit': unit })),
  fieldOf('duration', { minimum: 5, maximum: 600, 'x-scale': 0 }),
  ...['m', 'km', 'mi'].map((unit) => fieldOf('distance', { 'x-unit': unit })),
  fieldOf('longtext', { maxLength: 1000 }),
  fieldOf('integer', { minimum: 1980, maximum: 2100 }),
  fieldOf('integer', { minimum: -10, maximum: 10, multipleOf: 5 }),
  fieldOf('decimal', { minimum: 0, maximum: 1, 'x-scale': 1 }),
  fieldOf('decimal', { multipleOf: 0.25 }),
  fieldOf('decimal', { maximum: -5 }),
  fieldOf('money', { minimum: 0 }),
  fieldOf('money', { 'x-scale': 0 }),
  fieldOf('money', { 'x-scale': 3, minimum: 0.001, maximum: 0.01 }),
  fieldOf('enum', SIX),
  // Titles that another value or a fold of another title would shadow.
  fieldOf('enum', {
    'x-values': [
      { value: 'a', title: 'b' },
      { value: 'b', title: 'a' },
      { value: 'c', title: 'Niño' },
      { value: 'd', title: 'nino' },
    ],
  }),
  fieldOf(
    'object',
    {},
    {
      properties: {
        width: fieldOf('integer', { minimum: 0 }, { name: 'f.width', required: true }),
        border: fieldOf(
          'object',
          {},
          {
            name: 'f.border',
            properties: {
              color: fieldOf('color', {}, { name: 'f.border.color' }),
              on: fieldOf('flag', {}, { name: 'f.border.on' }),
            },
          },
        ),
      },
    },
  ),
  fieldOf('choices', SIX),
  fieldOf('rating', { maximum: 3 }),
  fieldOf('ref-any', { 'x-to': ['clients', 'drivers'] }),
  fieldOf('password', { minLength: 12 }),
  fieldOf('secret', { minLength: 12, maxLength: 40 }),
]

export const nameOf = (field: Field): string => `${field.type} ${JSON.stringify(field.schema)}`
