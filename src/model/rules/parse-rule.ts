import { typeOf } from '../canonical'
import type { FieldTypes } from '../field-type'
import { isObject, type Json, type JsonObject } from '../json'
import { didYouMean } from '../values/did-you-mean'
import type { ErrorPlace } from '../loader/metadata-error'
import type { Entity } from '../entity'
import type { Field } from '../field'
import { innerField, innerNames } from '../inner-field'
import { OPERATORS, type Operand, type Operator, type Rule, type RuleValue } from './rule'
import { areComparable, ruleLiteral } from './rule-literal'

/** What a rule may look at. */
export interface RuleRoom {
  readonly entity: Entity
  readonly entities: { readonly [name: string]: Entity }
  readonly fieldTypes: FieldTypes
  /** Names after `user.`. */
  readonly facts: readonly string[]
  /** Names after `setting.`; null: not known here, so any is accepted. */
  readonly settings: readonly string[] | null
  /** Of `x-choices`: the entity whose form asks, and whose fields `{ "form": ... }` names. */
  readonly form?: Entity
  /** Entities and fields with errors of their own: errors that merely follow from those are not reported. */
  readonly excused?: { readonly entities: ReadonlySet<string>; readonly fields: ReadonlySet<string> }
}

/** A field in `RuleRoom.excused`. */
export const excuse = (entity: string, field: string): string => `${entity}.${field}`

/** Always true: replaces a rule with an error, in a model that must not be used anyway. */
const EMPTY_RULE: Rule = { all: [] }

/**
 * Reads the JSON form of a rule into its checked form: literals canonical, operands known, operators supported by the
 * field's type. Errors are reported at the place; if there are any, the result must not be used.
 */
export function parseRule(json: Json, room: RuleRoom, place: ErrorPlace): Rule {
  if (!isObject(json)) return nothing(place, 'M003', 'a rule is an object: { "field": { "eq": value } }.')
  const parts = Object.entries(json).map(([key, value]) => parsePart(key, value, room, place.in(key)))
  const [only] = parts
  if (!only) return nothing(place, 'M003', 'an empty rule says nothing. Write a condition or remove it.')
  return parts.length === 1 ? only : { all: parts }
}

function parsePart(key: string, value: Json, room: RuleRoom, place: ErrorPlace): Rule {
  if (key === 'not') return { not: parseRule(value, room, place) }
  if (key !== 'all' && key !== 'any') return parseComparisons(key, value, room, place)
  if (!Array.isArray(value) || !value.length) return nothing(place, 'M003', `"${key}" takes a list of rules.`)
  const rules = value.map((rule: Json, i) => parseRule(rule, room, place.in(i)))
  return key === 'all' ? { all: rules } : { any: rules }
}

function parseComparisons(key: string, json: Json, room: RuleRoom, place: ErrorPlace): Rule {
  const left = parseOperand(key, room, place)
  if (!left) return EMPTY_RULE
  if (!isObject(json))
    return nothing(place, 'M003', `write what is asked of "${key}": { "eq": ${JSON.stringify(json)} }.`)
  const parts = Object.entries(json).map(([op, value]) => parseComparison(left, op, value, room, place.in(op)))
  const [only] = parts
  if (!only) return nothing(place, 'M003', `nothing is asked of "${key}". Write an operator: ${OPERATORS.join(', ')}.`)
  return parts.length === 1 ? only : { all: parts }
}

interface Found {
  readonly operand: Operand
  readonly field: Field | null
  readonly isExcused?: boolean
}

function parseComparison(left: Found, word: string, json: Json, room: RuleRoom, place: ErrorPlace): Rule {
  const op = OPERATORS.find((known) => known === word)
  if (!op)
    return nothing(
      place,
      'M007',
      `no operator "${word}".${didYouMean(word, OPERATORS) || ` Known: ${OPERATORS.join(', ')}.`}`,
    )
  const { field } = left
  const known = field && typeOf(field, room.fieldTypes).operators
  if (known && !known.includes(op)) {
    const hint = known.length ? `It can be asked: ${known.join(', ')}.` : 'It can be asked nothing.'
    return nothing(place, 'M007', `a field of type ${field.type} cannot be asked "${op}". ${hint}`)
  }
  const value = isObject(json) ? parseValueOf(left, op, json, room, place) : parseLiteral(left, op, json, room, place)
  return value ? { operand: left.operand, op, value } : EMPTY_RULE
}

const VALUES = ['field', 'user', 'setting', 'now']

/** A value that is looked up: another field, a fact, a setting, or a distance from now. */
function parseValueOf(
  left: Found,
  op: Operator,
  json: JsonObject,
  room: RuleRoom,
  place: ErrorPlace,
): RuleValue | null {
  const [kind, ...more] = Object.keys(json)
  const name = json[kind ?? '']
  if (more.length || typeof name !== 'string' || op === 'isNull' || op === 'in' || op === 'nin') {
    return none(
      place,
      'M009',
      `write a literal, or where one value is compared: ${VALUES.map((key) => `{"${key}": ...}`).join(', ')}.`,
    )
  }
  if (kind === 'now') return parseNow(left, name, room, place)
  if (kind === 'form' && room.form) return parseForm(left, name, room.form, room, place.in('form'))
  if (kind === 'user' || kind === 'setting')
    return parseOperand(`${kind}.${name}`, room, place.in(kind))?.operand ?? null
  if (kind !== 'field') {
    return none(
      place,
      'M009',
      `no kind of value "${kind ?? ''}".${didYouMean(kind ?? '', ['field', 'user', 'setting', 'now'])}`,
    )
  }
  const right = parseOperand(name, room, place.in('field'))
  if (!right) return null
  // What is reckoned anew at each reading is in no row that could be compared.
  if (right.field?.computed)
    return none(
      place,
      'M009',
      `"${name}" is computed and cannot be compared. Compare a field that is stored, such as one with "x-formula".`,
    )
  if (!left.field || !right.field || op === 'contains' || areComparable(left.field, right.field, room.fieldTypes))
    return right.operand
  const types = `a field of type ${left.field.type} is compared with one of type ${right.field.type}`
  return none(place, 'M009', `${types}. Compare fields of one type.`)
}

/** The entity behind a stored reference, such as that of a row to its record. */
const behind = ({ fields }: Entity, link: string, { entities }: RuleRoom): Entity | undefined =>
  Object.hasOwn(fields, link) && !fields[link]?.virtual ? entities[fields[link]?.ref?.to ?? ''] : undefined

/**
 * A field of the referring record, whose value the form has; also one that a reference of it leads to
 * (`id_order.id_store`).
 */
function parseForm(left: Found, name: string, form: Entity, room: RuleRoom, place: ErrorPlace): RuleValue | null {
  const [link = '', outer] = name.split('.')
  const of = outer === undefined ? form : behind(form, link, room)
  if (!of)
    return none(
      place,
      'M008',
      `"${link}" is no reference of "${form.name}" to one record.${didYouMean(link, Object.keys(form.fields))}`,
    )
  const own = outer ?? name
  const field = Object.hasOwn(of.fields, own) ? of.fields[own] : undefined
  if (!field)
    return none(
      place,
      'M008',
      `no field "${own}" in the entity "${of.name}".${didYouMean(own, Object.keys(of.fields))}`,
    )
  if (outer !== undefined && (field.virtual || field.computed))
    return none(place, 'M009', `"${name}" is in no row that could be compared. Name a stored field.`)
  const isSameId = left.field?.name === 'id' && field.ref?.to === room.entity.name
  if (!left.field || isSameId || areComparable(left.field, field, room.fieldTypes)) return { kind: 'form', field: name }
  return none(
    place,
    'M009',
    `a field of type ${left.field.type} is compared with one of type ${field.type}. Compare fields of one type.`,
  )
}

const SECONDS: { readonly [unit: string]: number } = { m: 60, h: 3600, d: 86_400 }

function parseNow(left: Found, text: string, room: RuleRoom, place: ErrorPlace): RuleValue | null {
  const type = left.field && typeOf(left.field, room.fieldTypes)
  const isTime = !type || type.isDated === true
  if (!isTime)
    return none(place, 'M009', `"now" is compared with a date or a date-time, not with a field of type ${type.name}.`)
  const years = /^([+-]?\d{1,3})y$/.exec(text)
  if (years) return { kind: 'now', offset_s: 0, years: Number(years[1]) }
  const found = /^([+-]?\d{1,6})([mhd])$/.exec(text)
  if (!found)
    return none(
      place,
      'M009',
      `"${text}" is no distance. Write minutes, hours, days or years, such as "0d", "-30d", "12h", "90m", "-18y".`,
    )
  return { kind: 'now', offset_s: Number(found[1]) * (SECONDS[found[2] ?? ''] ?? 0) }
}

function parseLiteral(left: Found, op: Operator, json: Json, room: RuleRoom, place: ErrorPlace): RuleValue | null {
  const { field } = left
  if (isRoleNumber(left.operand, op)) {
    return none(
      place,
      'M055',
      'numbers of roles differ between databases. Ask "user.role_key" for a key, which root gives the role.',
    )
  }
  if (!field) {
    const isList = op === 'in' || op === 'nin'
    const fits = op === 'isNull' ? typeof json === 'boolean' : isList === Array.isArray(json) && json !== null
    const wanted = isList ? 'a list' : op === 'isNull' ? 'true or false' : 'one value'
    return fits ? { kind: 'literal', value: json } : none(place, 'M009', `"${op}" takes ${wanted}.`)
  }
  const read = ruleLiteral(field, room.fieldTypes, op, json)
  if ('value' in read) return { kind: 'literal', value: read.value }
  if (left.isExcused) return null
  const hint = json === null ? ' Nothing equals null; ask "isNull".' : ''
  const what = `${field.type} "${field.name}"`
  return none(
    place,
    'M009',
    `${JSON.stringify(json)} is no value for "${op}" of the ${what} (${read.error.key}).${hint}`,
  )
}

/** Whether a written value would be the number of a role of the asker. */
const isRoleNumber = (operand: Operand, op: Operator): boolean =>
  operand.kind === 'user' && operand.name === 'id_role' && op !== 'isNull'

/** `user.x`, `setting.x`, a field, or a field one reference away. */
export function parseOperand(text: string, room: RuleRoom, place: ErrorPlace): Found | null {
  const [first = '', second, ...more] = text.split('.')
  if (second !== undefined && first === 'user') {
    if (room.facts.includes(second)) return { operand: { kind: 'user', name: second }, field: null }
    return none(
      place,
      'M008',
      `no fact "${second}" of the user.${didYouMean(second, room.facts) || ` Known: ${room.facts.join(', ')}.`}`,
    )
  }
  if (second !== undefined && first === 'setting') {
    const name = [second, ...more].join('.')
    if (!room.settings || room.settings.includes(name)) return { operand: { kind: 'setting', name }, field: null }
    return none(place, 'M008', `no setting "${name}".${didYouMean(name, room.settings)}`)
  }
  const field = fieldOf(room.entity, first, room, place)
  const isExcused = room.excused?.fields.has(excuse(room.entity.name, first))
  if (!field || second === undefined) return field && { operand: { kind: 'field', field: first }, field, isExcused }
  if (innerNames(field).length > 0) {
    const path = [second, ...more]
    const inner = innerField(field, path)
    if (inner) return { operand: { kind: 'inner', field: first, path: path.join('.') }, field: inner, isExcused }
    return none(
      place,
      'M008',
      `"${text}" is nothing within "${first}".${didYouMean(second, innerNames(field)) || ` Known: ${innerNames(field).join(', ')}.`}`,
    )
  }
  if (field.ref && room.excused?.entities.has(field.ref.to)) return null
  const target = field.ref && room.entities[field.ref.to]
  if (!target || more.length)
    return none(place, 'M008', `"${text}" is no path: one reference and one field of what it points to.`)
  const far = fieldOf(target, second, room, place)
  if (!far) return null
  const isFarExcused = room.excused?.fields.has(excuse(target.name, second))
  return { operand: { kind: 'path', ref: first, field: second }, field: far, isExcused: isFarExcused }
}

function fieldOf(entity: Entity, name: string, room: RuleRoom, place: ErrorPlace): Field | null {
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  if (!field) {
    return none(
      place,
      'M008',
      `no field "${name}" in the entity "${entity.name}".${didYouMean(name, Object.keys(entity.fields))}`,
    )
  }
  const isSecret = field.secret || typeOf(field, room.fieldTypes).writeOnly === true
  return isSecret ? none(place, 'M016', `"${name}" is secret, and a rule would tell it. Ask something else.`) : field
}

function nothing(place: ErrorPlace, id: Parameters<ErrorPlace['error']>[0], sentence: string): Rule {
  place.error(id, sentence)
  return EMPTY_RULE
}

function none(place: ErrorPlace, id: Parameters<ErrorPlace['error']>[0], sentence: string): null {
  place.error(id, sentence)
  return null
}
