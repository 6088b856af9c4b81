import { sql, type RawBuilder } from 'kysely'
import { typeOf } from '../../../model/canonical'
import { AppError } from '../../../model/errors'
import { isSortable } from '../../../model/list-operators'
import { askedColumn, type AskedColumn } from './asked-column'
import { unknownKey } from './filter-condition'
import type { RecordContext } from '../record-context'
import { idOrder, type RecordId } from '../record-id'
import { sqlTypeOf } from '../fields/row-columns'
import type { JsonObject } from '../../../model/json'
import type { Resource } from '../../../model/resource'
import type { Actor } from '../../../model/rights/actor'
import type { Rule } from '../../../model/rules/rule'
import { ruleSql } from '../rule-readings'

/** The order of a list: one column, then `id` in the same direction, so that one index serves both directions. */
export interface RowOrder {
  readonly key: string
  readonly direction: 'asc' | 'desc'
  /**
   * The sort expression over `t`; null when it is `id` itself. Empty values are last in ascending order, first in
   * descending.
   */
  readonly by: RawBuilder<unknown> | null
  /** Decides among equals and identifies a page's last row: the id. */
  readonly id: RawBuilder<unknown>
  readonly mayBeNull: boolean
  /** Of an order in which some records stand ahead of the others. */
  readonly ahead?: Ahead
}

/** Which records stand ahead, the column by which the others follow, and how many ages come before theirs. */
interface Ahead {
  readonly meets: RawBuilder<boolean>
  readonly by: RawBuilder<unknown>
  readonly age: number
}

/** @throws {AppError} FILTER_UNKNOWN for a column that does not exist, is hidden or has no order */
export function rowOrder(context: RecordContext, key: string, direction: 'asc' | 'desc'): RowOrder {
  const asked = askedColumn(context, key)
  if (!asked || !isSortable(asked.field, typeOf(asked.field, context.runtime.fieldTypes)))
    throw unknownKey(context, 'records.order_unknown', key)
  const id = idOrder(context.entity)
  if (key === 'id') return { key, direction, by: null, id, mayBeNull: false }
  const by = sqlTypeOf(context.runtime.fieldSql, asked.field).order(asked.column, asked.field)
  const [sorted, way] = context.resource.list.sort
  const { first } = context.resource.list
  if (first && key === sorted && direction === way) {
    const rules = first.map((rule) => ruleSql(context, rule, context.entity, 't'))
    const meets = sql<boolean>`(${sql.join(rules, sql` or `)})`
    const ahead = { meets, by, age: direction === 'asc' ? first.length : 0 }
    return { key, direction, by: ranked(context, first, direction, by), id, mayBeNull: false, ahead }
  }
  return {
    key,
    direction,
    by,
    id,
    mayBeNull: mayBeNull(context, asked),
  }
}

/**
 * Longer than any two moments of a list are apart: whole ages of moments stand one after the other, so that one value
 * is the order and the place of a page.
 */
export const AGE = sql`interval '10000 years'`
export const NO_MOMENT = sql`timestamptz '9999-01-01 00:00:00+00'`

/** A moment in the age of the first rule that its record meets. */
function ranked(
  context: RecordContext,
  first: readonly Rule[],
  direction: 'asc' | 'desc',
  by: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const ageOf = (place: number): RawBuilder<unknown> => sql.lit(direction === 'asc' ? place : first.length - place)
  const cases = first.map(
    (rule, place) => sql`when ${ruleSql(context, rule, context.entity, 't')} then ${ageOf(place)}`,
  )
  return sql`(coalesce(${by}, ${NO_MOMENT}) + (case ${sql.join(cases, sql` `)}
    else ${ageOf(first.length)} end) * ${AGE})`
}

const defaults = new WeakMap<Actor, WeakMap<Resource, { readonly settings: JsonObject; readonly order: RowOrder }>>()

/**
 * The catalogue's default order; by `id` where the asker may not see that column. Said once per asker, unless it
 * depends on what changes with the hour.
 */
export function defaultOrder(context: RecordContext): RowOrder {
  const { actor, resource, settings, runtime } = context
  const ofActor =
    defaults.get(actor) ?? new WeakMap<Resource, { readonly settings: JsonObject; readonly order: RowOrder }>()
  const known = ofActor.get(resource)
  if (known?.settings === settings) return known.order
  const [key, direction] = resource.list.sort
  const order = rowOrder(context, askedColumn(context, key) ? key : 'id', direction)
  const isLasting = !order.ahead && (order.by === null || order.by.compile(runtime.database.db).parameters.length === 0)
  if (isLasting) defaults.set(actor, ofActor.set(resource, { settings, order }))
  return order
}

export function orderBy({ by, id, direction }: Pick<RowOrder, 'by' | 'id' | 'direction'>): RawBuilder<unknown> {
  const turn = sql.raw(direction)
  return by ? sql`${by} ${turn}, ${id} ${turn}` : sql`${id} ${turn}`
}

/** Where a page ended: the sort value as PostgreSQL writes it, and the id. */
export interface Cursor {
  readonly value: string | null
  readonly id: RecordId
}

/** The next page's key, which the caller sends back; it is valid for one order only. */
export const writeCursor = ({ key, direction }: RowOrder, { value, id }: Cursor): string =>
  Buffer.from(JSON.stringify([key, direction, value, id])).toString('base64url')

/** @throws {AppError} MALFORMED when it is no cursor of this order */
export function readCursor({ key, direction }: RowOrder, text: string): Cursor {
  try {
    const [of, turn, value, id] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[]
    const isValue = value === null || (typeof value === 'string' && !value.includes('\u0000'))
    if (of === key && turn === direction && isValue && isId(id)) return { value, id }
  } catch {
    // Falls through: this server did not write it.
  }
  throw new AppError('MALFORMED', { say: 'records.cursor_malformed' })
}

const isId = (id: unknown): id is RecordId =>
  typeof id === 'string' ? !id.includes('\u0000') : typeof id === 'number' && Number.isSafeInteger(id)

/**
 * The rows after a cursor, as one or two conditions whose rows follow one another: each can use the index of the order,
 * which one condition with `or` could not.
 */
export function afterCursor(
  { by, id: rowId, direction, mayBeNull: nulls }: RowOrder,
  { value, id }: Cursor,
): readonly RawBuilder<boolean>[] {
  const beyond = sql.raw(direction === 'asc' ? '>' : '<')
  if (!by) return [sql<boolean>`${rowId} ${beyond} ${id}`]
  const empty = sql<boolean>`${by} is null`
  if (value === null) {
    const restOfEmpty = sql<boolean>`(${empty} and ${rowId} ${beyond} ${id})`
    return direction === 'asc' ? [restOfEmpty] : [restOfEmpty, sql<boolean>`${by} is not null`]
  }
  const restOfValues = sql<boolean>`(${by}, ${rowId}) ${beyond} (${value}, ${id})`
  return direction === 'asc' && nulls ? [restOfValues, empty] : [restOfValues]
}

// A value that a `see` rule hides, or one behind a reference, is null in some rows even if the field is required.
function mayBeNull({ entity }: RecordContext, { key, field }: AskedColumn): boolean {
  return entity.fields[key] !== field || !(field.required || field.name === 'date_created') || field.see !== undefined
}
