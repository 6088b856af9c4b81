import type { Field } from '../field'
import type { FieldType, FieldTypes } from '../field-type'
import { isObject, type Json, type JsonObject } from '../json'
import { didYouMean } from '../values/did-you-mean'
import type { FieldDraft } from './entity-draft'
import { CHECKS, type CheckId, type ErrorPlace } from './metadata-error'
import { nameError, nameInWords } from './names'

/** A text longer than this is written in several lines. */
const LINE_LENGTH = 255

/** Keywords that a property of any type may have; `FieldType.keywords` names the others. */
const COMMON = new Set([
  'title',
  'description',
  'type',
  'x-type',
  'default',
  'readOnly',
  'x-unique',
  'x-secret',
  'x-confirm',
  'x-was',
  'x-see',
  'x-see-module',
  'x-edit',
  'x-require',
  'x-set',
  'x-formula',
  'x-copy',
  'x-also',
])

/** One property as a field, without its rules and references; null where its type is unknown. */
export function buildField(
  entity: string,
  name: string,
  schema: JsonObject,
  required: boolean,
  place: ErrorPlace,
  fieldTypes: FieldTypes,
  outer?: string,
): FieldDraft | null {
  const wrongName = nameError(name, 'field')
  if (wrongName) place.error('M013', wrongName)
  const type = fieldTypeOf(schema, place, fieldTypes)
  if (!type) return null
  checkKeywords(schema, type, place)
  const field: FieldDraft['field'] = {
    name: outer === undefined ? name : `${outer}.${name}`,
    entity,
    type: type.name,
    title: typeof schema.title === 'string' ? schema.title : nameInWords(name),
    ...(typeof schema.description === 'string' && { help: schema.description }),
    required,
    system: false,
    readOnly: schema.readOnly === true,
    secret: schema['x-secret'] === true,
    search: schema['x-search'] === true,
    unique: schema['x-unique'] === true,
    was: Array.isArray(schema['x-was']) ? (schema['x-was'] as string[]) : [],
    schema,
    ...(schema['x-confirm'] === true && { confirm: true as const }),
    ...(type.virtual && { virtual: true as const }),
  }
  if (type.virtual && schema.default !== undefined) {
    place.in('default').error('M022', `a field of type ${type.name} has no column for a default. Remove it.`)
  }
  if (schema['x-flat'] !== undefined && type.parts)
    field.flat = flatNames(schema['x-flat'], type.parts, place.in('x-flat'))
  for (const key of required ? ['x-see', 'x-see-module'].filter((one) => schema[one] !== undefined) : []) {
    place
      .in(key)
      .error(
        'M021',
        `"${name}" is required, yet this rule can hide it. Take it out of "required" and write the rule in "x-require".`,
      )
  }
  if (field.unique && !type.operators.includes('eq')) {
    place.in('x-unique').error('M014', `a field of type ${type.name} cannot be unique. Remove it.`)
  }
  const isDoubtful = hasTypeErrors(schema, type, place)
  return {
    field,
    place,
    isDoubtful: holdsOthers(type) ? addProperties(field, schema, place, fieldTypes) || isDoubtful : isDoubtful,
  }
}

/** Whether a value is made of others, each with a type of its own. */
const holdsOthers = ({ keywords }: FieldType): boolean => keywords.includes('properties')

/** Said of a whole record's fields, and so of nothing within one. */
const OUTSIDE = [
  'readOnly',
  'x-unique',
  'x-secret',
  'x-confirm',
  'x-was',
  'x-see',
  'x-see-module',
  'x-edit',
  'x-require',
  'x-set',
  'x-search',
  'x-series',
  'x-flat',
  'x-formula',
  'x-copy',
]
const MAX_LEVELS = 3

/** Builds what an object holds, up to three levels; true: it has errors. Mistakes are M057. */
function addProperties(
  field: FieldDraft['field'],
  schema: JsonObject,
  place: ErrorPlace,
  fieldTypes: FieldTypes,
): boolean {
  const written = isObject(schema.properties) ? schema.properties : {}
  const needed = Array.isArray(schema.required) ? schema.required.map(String) : []
  let isDoubtful = false
  const wrong = (at: ErrorPlace, sentence: string): void => {
    at.error('M057', sentence)
    isDoubtful = true
  }
  needed.forEach((name, i) => {
    if (!Object.hasOwn(written, name))
      wrong(place.in('required', i), `"${field.name}" holds no "${name}".${didYouMean(name, Object.keys(written))}`)
  })
  const properties: { [name: string]: Field } = {}
  for (const [name, inner] of Object.entries(written) as [string, JsonObject][]) {
    const at = place.in('properties', name)
    if (field.name.split('.').length >= MAX_LEVELS) {
      wrong(at, `"${field.name}" is the third level, and the last. Write its values beside it.`)
      continue
    }
    const barred = OUTSIDE.filter((key) => inner[key] !== undefined)
    for (const key of barred)
      wrong(
        at.in(key),
        `"${key}" is said of a field of the record, not within one. Say it of "${field.name.split('.')[0] ?? ''}", or remove it.`,
      )
    if (barred.length > 0) continue
    const simple = buildField(field.entity, name, inner, needed.includes(name), at, fieldTypes, field.name)
    const type = simple && fieldTypes[simple.field.type]
    if (!simple || !type) {
      isDoubtful = true
      continue
    }
    if (
      !holdsOthers(type) &&
      (type.virtual ||
        type.file ||
        type.writeOnly ||
        type.keywords.includes('x-to') ||
        type.json === 'object' ||
        type.json === 'array')
    ) {
      wrong(at.in('x-type'), `an object holds no ${type.name}. Make it a field of the record.`)
      continue
    }
    settleDefault(simple, fieldTypes)
    isDoubtful ||= simple.isDoubtful === true
    properties[name] = simple.field
  }
  field.properties = properties
  const type = fieldTypes[field.type]
  const filled = type?.canonical({}, field) ?? null
  // What holds a default has one, unless something else in it is needed too.
  if (type && filled !== null && schema.default === undefined && !isDoubtful && type.check(filled, field) === null)
    field.default = filled
  return isDoubtful
}

/** The default of a field, canonical; reported as M020 where its own type refuses it. */
export function settleDefault({ field, place, isDoubtful }: FieldDraft, fieldTypes: FieldTypes): void {
  const written = field.schema.default
  const type = fieldTypes[field.type]
  if (written === undefined || !type || !place || isDoubtful) return
  const value = type.canonical(written, field)
  const error = value === null ? { key: 'required' } : type.check(value, field)
  if (!error) {
    field.default = value
    return
  }
  const what = `${field.type} "${field.name}"`
  place
    .in('default')
    .error('M020', `${JSON.stringify(written)} is no valid value of the ${what} (${error.key}). Change it.`)
}

/** The type that plain JSON Schema words choose: the JSON type, with a format where there is one. */
const CHOSEN: { readonly [words: string]: string } = {
  integer: 'integer',
  number: 'decimal',
  boolean: 'flag',
  string: 'text',
  'string date': 'date',
  'string date-time': 'datetime',
  'string email': 'email',
}

/** The field type that plain JSON Schema words choose, or null. */
function defaultType(schema: JsonObject): string | null {
  const isPlainText = schema.type === 'string' && schema.format === undefined
  if (isPlainText && typeof schema.maxLength === 'number' && schema.maxLength > LINE_LENGTH) return 'longtext'
  const words = [schema.type, schema.format].filter((word) => typeof word === 'string').join(' ')
  return CHOSEN[words] ?? null
}

function fieldTypeOf(schema: JsonObject, place: ErrorPlace, fieldTypes: FieldTypes): FieldType | null {
  const chosen = defaultType(schema)
  const name = typeof schema['x-type'] === 'string' ? schema['x-type'] : chosen
  if (name === null) return error(place, 'the type is missing. Add "type" or "x-type".')
  const type = Object.hasOwn(fieldTypes, name) ? fieldTypes[name] : undefined
  const at = place.in('x-type')
  const names = Object.keys(fieldTypes)
  if (!type) return error(at, `no field type "${name}".${didYouMean(name, names) || ` Known: ${names.join(', ')}.`}`)
  if (schema['x-type'] !== undefined && chosen === name)
    at.error('M011', `"${name}" is what "type" chooses already. Remove it.`)
  else if (schema.type !== undefined && schema.type !== type.json) {
    return error(
      place.in('type'),
      `"${String(schema.type)}" is not the JSON type of ${name}, which is ${type.json}. Remove it.`,
    )
  }
  return type
}

function error(place: ErrorPlace, sentence: string): null {
  place.error('M022', sentence)
  return null
}

function checkKeywords(schema: JsonObject, type: FieldType, place: ErrorPlace): void {
  for (const key of Object.keys(schema)) {
    if (COMMON.has(key) || type.keywords.includes(key)) continue
    if (key === 'x-search') {
      place
        .in(key)
        .error(
          'M017',
          `a field of type ${type.name} cannot be searched. Remove it, or make it a filter of the resource.`,
        )
    } else
      place
        .in(key)
        .error(
          'M022',
          `a field of type ${type.name} takes no "${key}".${didYouMean(key, type.keywords) || ' Remove it.'}`,
        )
  }
  if (schema['x-secret'] === true && schema['x-search'] === true) {
    place.in('x-search').error('M016', 'what is secret cannot be searched. Remove it.')
  }
}

/** Reports errors that the type itself finds; its values cannot be checked then. */
function hasTypeErrors(schema: JsonObject, type: FieldType, place: ErrorPlace): boolean {
  const errors = type.errors?.(schema) ?? []
  for (const [path, sentence, id] of errors)
    place.in(...path.split('/').slice(1)).error(isCheckId(id) ? id : 'M014', sentence)
  return errors.length > 0
}

const isCheckId = (id: string | undefined): id is CheckId => id !== undefined && Object.hasOwn(CHECKS, id)

function flatNames(json: Json, parts: readonly string[], place: ErrorPlace): NonNullable<Field['flat']> {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return Object.fromEntries(parts.map((part) => [part, part]))
  const named = json as JsonObject
  for (const part of Object.keys(named)) {
    if (!parts.includes(part)) place.in(part).error('M014', `has no part "${part}". Known: ${parts.join(', ')}.`)
    const wrongName = nameError(String(named[part]), 'wire')
    if (wrongName) place.in(part).error('M013', wrongName)
  }
  return Object.fromEntries(parts.map((part) => [part, String(named[part] ?? part)]))
}
