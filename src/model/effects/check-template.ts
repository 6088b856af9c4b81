import type { Entity } from '../entity'
import type { Field } from '../field'
import type { FieldType, FieldTypes } from '../field-type'
import { didYouMean } from '../values/did-you-mean'
import type { ErrorPlace } from '../loader/metadata-error'
import { parseTemplate, type Template, type TemplateError, type TemplatePart, type TemplateValue } from './template'

interface TemplateRoom {
  readonly entity: Entity
  readonly entities: { readonly [name: string]: Entity }
  readonly fieldTypes: FieldTypes
}

type Kind = NonNullable<FieldType['inFiles']> | 'other'

/**
 * Filters, and the kinds of values that each can write. Without a filter a value is written as the console shows it.
 */
const FILTERS: { readonly [filter: string]: readonly Kind[] | null } = {
  money: ['number', 'money'],
  number: ['number', 'money'],
  date: ['date', 'moment'],
  time: ['moment'],
  datetime: ['moment'],
  upper: null,
  lower: null,
  raw: null,
}

/** What a field is to a template: the kind that files know, of what is reckoned from rows as well. */
export const kindOfField = (field: Field, fieldTypes: FieldTypes): Kind =>
  fieldTypes[field.type]?.inFiles ??
  (field.computed?.kind !== 'rollup' ? 'other' : field.computed.money ? 'money' : 'number')

/** The filters that can write a field's value. */
export const filtersFor = (field: Field, fieldTypes: FieldTypes): readonly string[] =>
  Object.entries(FILTERS).flatMap(([name, kinds]) =>
    kinds === null || kinds.includes(kindOfField(field, fieldTypes)) ? [name] : [],
  )

/**
 * Reads a template over an entity and reports what is wrong with it: M082 its form and filters, M083 its names, M016
 * secrets.
 */
export function checkTemplate(text: string, room: TemplateRoom, place: ErrorPlace): Template {
  const read = parseTemplate(text)
  if ('error' in read) {
    place.error('M082', formSentence(read))
    return []
  }
  for (const part of read.template) checkPart(part, room, place)
  return read.template
}

function formSentence({ error, piece }: TemplateError): string {
  const why = {
    open: 'is not closed. Close it with "}}"',
    malformed: 'is no value. Write {{field}}, {{reference.field}} or {{field|filter}}',
    unclosed: 'is not closed. Write its end, such as {{/rows}}',
    unopened: 'ends what was not begun. Write its beginning before it',
    nested: 'stands within other rows. Rows have none of their own here',
  }
  return `"${piece}" ${why[error]}.`
}

function checkPart(part: TemplatePart, room: TemplateRoom, place: ErrorPlace): void {
  if ('text' in part) return
  if ('path' in part) return checkValue(part, room, place)
  const field = nameIn(room.entity, part.rows, place)
  if (!field) return
  const rows = field.children && room.entities[field.children.of]
  if (!rows) return place.error('M083', `"${part.rows}" has no rows. Name a field of rows, or write {{${part.rows}}}.`)
  for (const inner of part.parts) checkPart(inner, { ...room, entity: rows }, place)
}

function checkValue({ path, filter }: TemplateValue, room: TemplateRoom, place: ErrorPlace): void {
  const field = fieldAt(path, room, place)
  if (!field) return
  const type = room.fieldTypes[field.type]
  const whole = path.join('.')
  if (field.children)
    return place.error('M083', `"${whole}" are rows. Write {{#${whole}}}…{{/${whole}}} around what is said of each.`)
  if (type?.file || type?.name === 'json')
    return place.error('M083', `"${whole}" (${field.type}) cannot be written in a text. Remove it.`)
  if (filter === null) return
  const kinds = Object.hasOwn(FILTERS, filter) ? FILTERS[filter] : undefined
  if (kinds === undefined)
    return place.error(
      'M082',
      `no filter "${filter}".${didYouMean(filter, Object.keys(FILTERS)) || ` Known: ${Object.keys(FILTERS).join(', ')}.`}`,
    )
  if (kinds !== null && !kinds.includes(kindOfField(field, room.fieldTypes))) {
    place.error(
      'M082',
      `the filter "${filter}" writes ${kinds.join(' or ')}, and "${whole}" is a ${field.type}. Remove it.`,
    )
  }
}

/** The field at the end of a path that may leave the server; null: none, and it was reported. */
function fieldAt([first = '', second]: readonly string[], room: TemplateRoom, place: ErrorPlace): Field | null {
  const field = nameIn(room.entity, first, place)
  if (!field || second === undefined) return field
  const target = field.ref && !field.virtual ? room.entities[field.ref.to] : undefined
  if (target) return nameIn(target, second, place)
  place.error('M083', `"${first}" is no reference, so nothing is behind it. Write {{${first}}}.`)
  return null
}

function nameIn(entity: Entity, name: string, place: ErrorPlace): Field | null {
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  if (!field) {
    place.error(
      'M083',
      `no field "${name}" in the entity "${entity.name}".${didYouMean(name, Object.keys(entity.fields))}`,
    )
    return null
  }
  return mayLeave(field, place) ? field : null
}

function mayLeave({ name, secret, see, type }: Field, place: ErrorPlace): boolean {
  if (secret || type === 'password' || type === 'secret')
    place.error('M016', `"${name}" is secret and never leaves the server. Remove it.`)
  else if (see)
    place.error('M083', `"${name}" is hidden from some (x-see), and a text is read by whoever gets it. Remove it.`)
  else return true
  return false
}
