import type { Json, JsonObject } from '../json'
import type { FormField } from './form'

/** Characters of an answer; a longer text is a file. */
const LONG = 4000
const LINE = 255
/** Of a name in `form_lists`. */
const LIST_NAME = 120

interface FormFieldType {
  /** The property of a schema that the field becomes; null: it holds no value. */
  readonly schema: ((field: FormField) => JsonObject) | null
  /** Keywords of a field that mean something to it. */
  readonly takes?: readonly ('options' | 'limits' | 'list')[]
  /** Its values are stored files. */
  readonly file?: 'file' | 'image'
  /** Only in a form that is answered, not in one that adds fields to records. */
  readonly answered?: true
}

const limits = ({ minimum, maximum }: FormField): JsonObject => ({
  ...(minimum !== undefined && { minimum }),
  ...(maximum !== undefined && { maximum }),
})
const values = ({ options = [] }: FormField): JsonObject => ({
  'x-values': options.map(({ value, title }): JsonObject => ({ value, title })) as readonly Json[] as Json,
})
const typed = (type: string) => (): JsonObject => ({ 'x-type': type })

/** What a field of a form may be, and the property of a schema that says the same. */
export const FORM_FIELD_TYPES: { readonly [type: string]: FormFieldType } = {
  text: {
    schema: ({ maximum }) => ({ type: 'string', maxLength: Math.min(maximum ?? LINE, LINE) }),
    takes: ['limits'],
  },
  longtext: {
    schema: ({ maximum }) => ({ 'x-type': 'longtext', maxLength: Math.min(maximum ?? LONG, LONG) }),
    takes: ['limits'],
  },
  integer: { schema: (field) => ({ type: 'integer', ...limits(field) }), takes: ['limits'] },
  decimal: { schema: (field) => ({ type: 'number', ...limits(field) }), takes: ['limits'] },
  money: { schema: (field) => ({ 'x-type': 'money', ...limits(field) }), takes: ['limits'] },
  percent: { schema: (field) => ({ 'x-type': 'percent', ...limits(field) }), takes: ['limits'] },
  flag: { schema: () => ({ type: 'boolean' }) },
  enum: { schema: (field) => ({ 'x-type': 'enum', ...values(field) }), takes: ['options'] },
  choices: { schema: (field) => ({ 'x-type': 'choices', ...values(field) }), takes: ['options'] },
  list: { schema: () => ({ type: 'string', maxLength: LIST_NAME }), takes: ['list'], answered: true },
  rating: {
    schema: ({ maximum }) => ({ 'x-type': 'rating', ...(maximum !== undefined && maximum !== 5 && { maximum }) }),
    takes: ['limits'],
  },
  date: { schema: () => ({ type: 'string', format: 'date' }) },
  datetime: { schema: () => ({ type: 'string', format: 'date-time' }) },
  time: { schema: typed('time') },
  email: { schema: () => ({ type: 'string', format: 'email' }) },
  phone: { schema: typed('phone') },
  url: { schema: typed('url') },
  color: { schema: typed('color') },
  point: { schema: typed('point'), answered: true },
  image: { schema: typed('image'), file: 'image', answered: true },
  file: { schema: typed('file'), file: 'file', answered: true },
  // Not given until it is given, as a box that is not ticked.
  consent: { schema: () => ({ type: 'boolean', default: 0 }), answered: true },
  section: { schema: null, answered: true },
}

export const formFieldType = (type: string): FormFieldType | undefined =>
  Object.hasOwn(FORM_FIELD_TYPES, type) ? FORM_FIELD_TYPES[type] : undefined

/** The property of a schema that a field with a value becomes, without its rules. */
export function propertyOf(field: FormField): JsonObject | null {
  const property = formFieldType(field.type)?.schema?.(field)
  return property
    ? { title: field.label, ...property, ...(field.help !== undefined && { description: field.help }) }
    : null
}
