import { answeredText, answersOf } from '../../model/forms/form'
import { knownForm } from '../../model/forms/known-forms'
import type { FieldError, FieldType } from '../../model/field-type'
import { isObject, type Json, type JsonObject } from '../../model/json'

/** Bytes of one value; a form of hundreds of long texts is several forms. */
const MAX_LENGTH = 200_000
const SHAPE = ['form', 'version', 'values', 'words']

/**
 * The values of a form that is itself rows (`x-form`), in one column: which publication was answered, the values by the
 * keys of its fields, and the words of that day. The server judges the values by the publication and writes the words;
 * a browser checks those of forms that it has fetched.
 */
export const answers: FieldType = {
  name: 'answers',
  json: 'object',
  keywords: ['x-form', 'x-search'],
  operators: ['isNull'],
  onlyInLists: ['contains'],
  filter: 'contains',
  sortable: false,
  formColumns: 12,
  canonical: (value) => {
    const given = answersOf(value)
    if (!given || !isObject(value)) return value === '' ? null : value
    const others = Object.entries(value).filter(([key]) => !SHAPE.includes(key))
    return {
      ...Object.fromEntries(others),
      form: given.form,
      version: given.version,
      values: given.values,
      words: given.words as unknown as Json,
    }
  },
  check: (value) => {
    const given = answersOf(value)
    if (!given || Object.keys(value as JsonObject).some((key) => !SHAPE.includes(key))) return { key: 'answers' }
    if (JSON.stringify(value).length > MAX_LENGTH) return { key: 'answers_long' }
    return Object.keys(errorsOf(value)).length > 0 ? { key: 'answers' } : null
  },
  within: (value) => errorsOf(value),
  toText: (value) => (value === null ? '' : JSON.stringify(value)),
  toWords: (value) => answeredText(value),
  fromText: (text) => {
    if (text.trim() === '') return { value: null }
    try {
      return { value: JSON.parse(text) as Json }
    } catch {
      return { error: { key: 'answers' } }
    }
  },
  compare: () => 0,
  sample: () => ({ form: null, version: null, values: {}, words: [] }),
  invalid: (): Json[] => ['Ana', 7, true, [1], {}, { values: 7 }, { values: {}, nobody_s: 1 }],
  typescript: () =>
    '{ readonly form: number | null; readonly version: number | null; readonly values: { readonly [key: string]: unknown }; readonly words: readonly { readonly key: string; readonly label: string; readonly text?: string }[] }',
  wire: {
    properties: {
      form: { type: ['integer', 'null'] },
      version: {
        type: ['integer', 'null'],
        description: 'The publication that was answered; by default the present one.',
      },
      values: { type: 'object', description: "By the keys of the form's fields.", additionalProperties: true },
      words: {
        type: 'array',
        readOnly: true,
        items: {
          type: 'object',
          properties: { key: { type: 'string' }, label: { type: 'string' }, text: { type: 'string' } },
        },
      },
    },
    required: ['values'],
  },
  errors: (schema) =>
    typeof schema['x-form'] === 'string'
      ? []
      : [['', 'answers name the reference to the form that they answer: add "x-form".', 'M094']],
}

/** By the publication, where the browser has fetched it. */
function errorsOf(value: Json): { readonly [key: string]: FieldError } {
  const given = answersOf(value)
  return (given && knownForm(given.form, given.version)?.errorsOf(given.values)) ?? {}
}
