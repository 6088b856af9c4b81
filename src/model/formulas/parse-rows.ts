import type { Entity } from '../entity'
import { isObject, type Json } from '../json'
import { didYouMean } from '../values/did-you-mean'
import type { ErrorPlace } from '../loader/metadata-error'
import { parseRule } from '../rules/parse-rule'
import type { RowsPart } from './formula'
import { countedIn, isHeld, valueKind } from './kinds'
import { asksMore, none, operandOf, type FormulaRoom } from './formula-room'
import type { Typed } from './typed'
import { ruleOperands } from '../rules/rule-fields'

export const ROLLUPS = ['count', 'sum', 'min', 'max', 'avg'] as const
type Rollup = (typeof ROLLUPS)[number]

/** The rows that a number is about. */
interface Named {
  readonly rows: Entity
  readonly by: string
  readonly field: string | undefined
  readonly where: Json | undefined
}

/**
 * A number over the record's own rows (`items.amount`), or over those of any entity that refer to it (`{ of, by, field,
 * where }`).
 */
export function parseRows(what: Rollup, json: Json, room: FormulaRoom, place: ErrorPlace): Typed | null {
  const named = typeof json === 'string' ? ownRows(json, room, place) : rowsOf(json, room, place)
  if (!named) return null
  const { rows, by, field: name } = named
  const where = named.where === undefined ? undefined : conditionOf(named.where, rows, room, place.in('where'))
  if (where === null) return null
  if (what === 'count') {
    if (name !== undefined) return none(place, 'M075', '"count" counts rows, not their values. Name the rows alone.')
    return { part: part(what, rows, by, where), kind: 'number', units: [] }
  }
  if (name === undefined) return none(place, 'M075', `say which field of the rows has the ${what}: "items.amount".`)
  const field = operandOf(rows, name, room, typeof json === 'string' ? place : place.in('field'))
  if (!field) return null
  const kind = valueKind(field, room.fieldTypes)
  if (!isHeld(field) || !kind || kind.name === 'plain')
    return none(
      place,
      'M072',
      `"${name}" (${field.type}) is no stored number or date, so it has no ${what}. Choose another field.`,
    )
  const isDated = kind.name === 'date' || kind.name === 'moment'
  if (isDated && (what === 'sum' || what === 'avg'))
    return none(place, 'M072', `dates have no ${what}. Ask for the least or the greatest.`)
  return {
    part: { ...part(what, rows, by, where), field: name, counted: countedIn(kind) },
    kind: kind.name,
    units: kind.unit === undefined ? [] : [kind.unit],
  }
}

const part = (what: Rollup, rows: Entity, by: string, where: RowsPart['where'] | undefined): RowsPart => ({
  op: 'rows',
  what,
  of: rows.name,
  by,
  counted: { as: 'number', factor: 1 },
  ...(where && { where }),
})

/** `items` or `items.amount`: a field of type children. */
function ownRows(text: string, { entity, entities, excused }: FormulaRoom, place: ErrorPlace): Named | null {
  const [name = '', field, ...more] = text.split('.')
  const own = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  const lists = Object.values(entity.fields)
    .filter(({ children }) => children)
    .map((one) => one.name)
  const { children } = own ?? {}
  if (children && excused?.entities.has(children.of)) return null
  const rows = children && entities[children.of]
  if (!children || !rows || more.length > 0) {
    const hint =
      didYouMean(name, lists) ||
      (lists.length > 0
        ? ` Its rows: ${lists.join(', ')}.`
        : ' For rows of another catalogue write { "of": "receipts", "by": "id_order", "field": "amount" }.')
    return none(place, 'M075', `"${name}" is no list of rows of "${entity.name}".${hint}`)
  }
  return { rows, by: children.link, field, where: undefined }
}

function rowsOf(json: Json, { entity, entities, excused }: FormulaRoom, place: ErrorPlace): Named | null {
  const { of, by, field, where, ...more } = isObject(json) ? json : {}
  const extra = Object.keys(more)[0]
  if (
    typeof of !== 'string' ||
    typeof by !== 'string' ||
    extra !== undefined ||
    (field !== undefined && typeof field !== 'string')
  ) {
    return none(
      place,
      'M070',
      'name rows as "items.amount", or as { "of": "receipts", "by": "id_order", "field": "amount", "where": rule }.',
    )
  }
  if (excused?.entities.has(of)) return null
  const rows = Object.hasOwn(entities, of) ? entities[of] : undefined
  if (!rows || rows.remote)
    return none(place.in('of'), 'M075', `"${of}" has no rows in this database.${didYouMean(of, Object.keys(entities))}`)
  const links = Object.values(rows.fields)
    .filter(({ ref, virtual }) => ref?.to === entity.name && !virtual)
    .map(({ name }) => name)
  if (links.includes(by)) return { rows, by, field, where }
  return none(
    place.in('by'),
    'M075',
    `"${by}" of ${of} does not refer to ${entity.name}.${links.length > 0 ? ` It refers there by: ${links.join(', ')}.` : ` Add a ref to ${entity.name} there.`}`,
  )
}

/** Which rows count: asked of the rows' own fields. */
function conditionOf(json: Json, rows: Entity, room: FormulaRoom, place: ErrorPlace): RowsPart['where'] | null {
  const rule = parseRule(json, { ...room, entity: rows }, place)
  if (asksMore(rule))
    return none(
      place,
      'M076',
      'the value is stored once for everybody, so no user, setting or moment decides it. Compare fields with fields or written values.',
    )
  const far = ruleOperands(rule).find((operand) => {
    const own = operand.kind === 'field' ? rows.fields[operand.field] : undefined
    return !own || !isHeld(own)
  })
  return far ? none(place, 'M076', 'which rows count, their own stored fields say. Compare those.') : rule
}
