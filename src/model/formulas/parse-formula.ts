import type { Entity } from '../entity'
import type { Field } from '../field'
import { isObject, type Json } from '../json'
import { didYouMean } from '../values/did-you-mean'
import type { ErrorPlace } from '../loader/metadata-error'
import { parseRule, type RuleRoom } from '../rules/parse-rule'
import type { Rule } from '../rules/rule'
import { ruleOperands } from '../rules/rule-fields'
import { isCalendarDate, utcDateTime } from '../values/calendar'
import { decimalText } from '../values/decimal'
import type { Counted, Formula, Part } from './formula'
import { countedIn, isHeld, valueKind, formulaOutcome } from './kinds'
import { asksMore, none, operandOf, type FormulaRoom } from './formula-room'
import { joinedKind, sameKind, type Typed } from './typed'
import { parseRows, ROLLUPS } from './parse-rows'

/** A formula of more levels is one that nobody can read; its SQL grows with them. */
const MAX_LEVELS = 8
const MAX_DIGITS = 15

const OPERATIONS = ['add', 'sub', 'mul', 'div', 'pct', 'min', 'max'] as const
const WORDS = [...OPERATIONS, 'round', 'if', 'case', 'sum', 'count', 'avg', 'value'] as const

/** Reads the JSON form of a formula into its checked form; null where an error was reported at the place. */
export function parseFormula(json: Json, room: FormulaRoom, place: ErrorPlace): Formula | null {
  const found = parsePart(json, room, place, 1)
  if (!found) return null
  const wrong = formulaOutcome(found, room.target, room.fieldTypes)
  if ('outcome' in wrong) return { part: found.part, outcome: wrong.outcome }
  return none(place, 'M072', wrong.sentence)
}

function parsePart(json: Json, room: FormulaRoom, place: ErrorPlace, level: number): Typed | null {
  if (typeof json === 'number')
    return { part: { op: 'value', value: json, counted: { as: 'number', factor: 1 } }, kind: 'number', units: [] }
  if (typeof json === 'string') return parseOperand(json, room, place)
  const [[word, value] = [], ...more] = isObject(json) ? Object.entries(json) : []
  if (word === undefined || value === undefined || more.length > 0) {
    return none(place, 'M070', 'write a field, a number, or one operation: { "mul": ["quantity", "price"] }.')
  }
  if (level > MAX_LEVELS)
    return none(place, 'M070', `more than ${MAX_LEVELS} levels. Give a part of it a field with a formula of its own.`)
  const at = place.in(word)
  if (word === 'value') return parseLiteral(value, room, at)
  if (word === 'round') return parseRound(value, room, at, level)
  if (word === 'if')
    return parseCases(
      Array.isArray(value) && value.length >= 2 ? [value.slice(0, 2), ...value.slice(2)] : null,
      room,
      at,
      (pair, side) => at.in(pair * 2 + (side ?? 0)),
      level,
    )
  if (word === 'case')
    return parseCases(
      Array.isArray(value) ? value : null,
      room,
      at,
      (pair, side) => (side === null ? at.in(pair) : at.in(pair, side)),
      level,
    )
  const rollup = ROLLUPS.find((one) => one === word)
  if (rollup && !Array.isArray(value)) return parseRows(rollup, value, room, at)
  const operation = OPERATIONS.find((one) => one === word)
  if (!operation)
    return none(at, 'M070', `no operation "${word}".${didYouMean(word, WORDS) || ` Known: ${WORDS.join(', ')}.`}`)
  return parseOperation(operation, value, room, at, level)
}

function parseOperation(
  op: (typeof OPERATIONS)[number],
  json: Json,
  room: FormulaRoom,
  place: ErrorPlace,
  level: number,
): Typed | null {
  const isPair = op === 'div' || op === 'pct'
  if (!Array.isArray(json) || json.length < 2 || (isPair && json.length > 2)) {
    return none(place, 'M070', isPair ? `"${op}" takes two operands.` : `"${op}" takes a list of two operands or more.`)
  }
  const parts = json.map((one: Json, i) => parsePart(one, room, place.in(i), level + 1))
  if (!parts.every((one) => one !== null)) return null
  const kind = joinedKind(op, parts)
  return 'sentence' in kind
    ? none(place, 'M072', kind.sentence)
    : { part: { op, of: parts.map(({ part }) => part) }, ...kind }
}

function parseRound(json: Json, room: FormulaRoom, place: ErrorPlace, level: number): Typed | null {
  const [of, digits] = Array.isArray(json) && json.length === 2 ? (json as readonly Json[]) : []
  if (
    of === undefined ||
    typeof digits !== 'number' ||
    !Number.isInteger(digits) ||
    digits < 0 ||
    digits > MAX_DIGITS
  ) {
    return none(
      place,
      'M070',
      `"round" takes a part and how many decimals it keeps, 0 to ${MAX_DIGITS}: { "round": ["weight", 1] }.`,
    )
  }
  const found = parsePart(of, room, place.in(0), level + 1)
  if (!found) return null
  if (found.kind !== 'number') return none(place, 'M072', `what is rounded is a number, not a ${found.kind}.`)
  return { ...found, part: { op: 'round', of: found.part, digits } }
}

/**
 * Pairs of a rule and a part, and what holds otherwise; without the last: empty.
 * @param placeOf where a pair's rule (0) and part (1) are written, and what holds otherwise (null)
 */
function parseCases(
  list: readonly Json[] | null,
  room: FormulaRoom,
  place: ErrorPlace,
  placeOf: (pair: number, side: 0 | 1 | null) => ErrorPlace,
  level: number,
): Typed | null {
  const last = list?.at(-1)
  const pairs = (list ?? []).filter((one): one is readonly Json[] => Array.isArray(one) && one.length === 2)
  const isOpen = last !== undefined && Array.isArray(last)
  if (!list || pairs.length === 0 || pairs.length !== list.length - (isOpen ? 0 : 1)) {
    return none(
      place,
      'M070',
      'write { "if": [rule, part, otherwise] } or { "case": [[rule, part], [rule, part], otherwise] }; the last may be left out.',
    )
  }
  const cases = pairs.map(([when, then], i) => ({
    when: parseCondition(when ?? null, room, placeOf(i, 0)),
    typed: parsePart(then ?? null, room, placeOf(i, 1), level + 1),
  }))
  const otherwise: Typed | null = isOpen
    ? EMPTY
    : parsePart(last ?? null, room, placeOf(list.length - 1, null), level + 1)
  const parts = [...cases.map(({ typed: one }) => one), otherwise]
  if (!parts.every((one) => one !== null)) return null
  const kind = sameKind(parts, 'what follows each rule')
  if ('sentence' in kind) return none(place, 'M072', kind.sentence)
  const read = cases.flatMap(({ when, typed: one }) => (one && when ? [{ when, part: one.part }] : []))
  return read.length < cases.length || !otherwise
    ? null
    : { part: { op: 'case', cases: read, otherwise: otherwise.part }, ...kind }
}

const EMPTY: Typed = { part: { op: 'value', value: null, counted: { as: 'plain' } }, kind: 'nothing', units: [] }

/** The value is stored for everybody: a rule in it may look at records alone. */
function parseCondition(json: Json, room: FormulaRoom, place: ErrorPlace): Rule | null {
  const rule = parseRule(json, room, place)
  if (asksMore(rule))
    return none(
      place,
      'M076',
      'the value is stored once for everybody, so no user, setting or moment decides it. Compare fields with fields or written values.',
    )
  const lost = ruleOperands(rule).flatMap((operand) => {
    const own =
      operand.kind === 'field'
        ? room.entity.fields[operand.field]
        : operand.kind === 'path'
          ? targetOf(room, operand.ref)?.fields[operand.field]
          : undefined
    return own && !isHeld(own) ? [own] : []
  })
  return lost[0] ? none(place, 'M071', notHeld(lost[0])) : rule
}

const targetOf = ({ entity, entities }: RuleRoom, ref: string): Entity | undefined =>
  entities[entity.fields[ref]?.ref?.to ?? '']

/** A field of the record, or one of a record that it refers to. */
function parseOperand(text: string, room: FormulaRoom, place: ErrorPlace): Typed | null {
  const [first = '', second, ...more] = text.split('.')
  const own = operandOf(room.entity, first, room, place)
  if (!own) return null
  if (second === undefined) return typed(own, (counted) => ({ op: 'field', field: first, counted }), room, place)
  if (own.ref && room.excused?.entities.has(own.ref.to)) return null
  const target = targetOf(room, first)
  if (own.virtual || !target || more.length > 0)
    return none(place, 'M071', `"${text}" is no path: one reference and one field of what it points to.`)
  const far = operandOf(target, second, room, place)
  return far && typed(far, (counted) => ({ op: 'path', ref: first, field: second, counted }), room, place)
}

function typed(
  field: Field,
  partOf: (counted: Counted) => Part,
  { fieldTypes }: RuleRoom,
  place: ErrorPlace,
): Typed | null {
  if (!isHeld(field)) return none(place, 'M071', notHeld(field))
  const kind = valueKind(field, fieldTypes)
  if (kind === null)
    return none(
      place,
      'M072',
      `nothing is counted with "${field.name}" (${fieldTypes[field.type]?.name ?? field.type}). Name a number, a date, a text or a choice.`,
    )
  return {
    part: partOf(countedIn(kind)),
    kind: kind.name,
    units: kind.unit === undefined ? [] : [kind.unit],
    fields: kind.name === 'plain' ? [field] : [],
  }
}

const notHeld = ({ name, virtual }: Field): string =>
  virtual
    ? `"${name}" is in no column of its own. Write its arithmetic here, or give it a formula.`
    : `the engine writes "${name}" itself. Name a field of the schema.`

function parseLiteral(json: Json, { target, fieldTypes }: FormulaRoom, place: ErrorPlace): Typed | null {
  if (json === null) return EMPTY
  if (target.ref)
    return none(place, 'M072', `ids differ between databases. Name a reference, such as "id_trip.id_house", or null.`)
  if (typeof json === 'object') return none(place, 'M070', 'a value is a number, a text, true, false or null.')
  if (typeof json === 'number' && decimalText(json) !== null && valueKind(target, fieldTypes)?.name !== 'plain')
    return { part: { op: 'value', value: json, counted: { as: 'number', factor: 1 } }, kind: 'number', units: [] }
  if (typeof json === 'string' && isCalendarDate(json) && valueKind(target, fieldTypes)?.name !== 'plain')
    return { part: { op: 'value', value: json, counted: { as: 'date' } }, kind: 'date', units: [] }
  const moment = typeof json === 'string' ? utcDateTime(json) : null
  if (moment !== null && moment !== 'offset' && valueKind(target, fieldTypes)?.name === 'moment')
    return { part: { op: 'value', value: moment, counted: { as: 'moment' } }, kind: 'moment', units: [] }
  const type = fieldTypes[target.type]
  const value = type ? type.canonical(json, target) : json
  const error =
    valueKind(target, fieldTypes)?.name !== 'plain' || value === null || !type
      ? { key: 'value' }
      : type.check(value, target)
  if (error)
    return none(
      place,
      'M072',
      `${JSON.stringify(json)} is no value of the ${target.type} "${target.name}" (${error.key}). Change it.`,
    )
  return { part: { op: 'value', value, counted: { as: 'plain' } }, kind: 'plain', units: [] }
}
