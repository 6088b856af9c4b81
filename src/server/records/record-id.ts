import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '../../model/entity'
import { AppError } from '../../model/errors'
import { isCountedId } from '../../model/values/id-value'
import type { Json } from '../../model/json'
import { checkText } from '../../model/values/text-value'

/** The id of a row: a number the database counts, or the text that people gave it (`x-key`). */
export type RecordId = number | string

/** An id as a call or a path names it. @throws {AppError} NOT_FOUND for what no record of the entity can be called */
export function recordId({ key, fields }: Entity, value: Json | undefined): RecordId {
  if (!key) return idOf(value)
  const text = typeof value === 'number' ? String(value) : value
  const schema = fields.id?.schema
  if (typeof text !== 'string' || !schema || checkText(text, schema, key.maxLength, 'one') !== null) throw new AppError('NOT_FOUND')
  return text
}

/** The id of a record that the database counts. @throws {AppError} NOT_FOUND */
export function idOf(value: Json | undefined): number {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  if (!isCountedId(id)) throw new AppError('NOT_FOUND')
  return id
}

/** What the driver gave for an id. */
export const readId = ({ key }: Pick<Entity, 'key'>, raw: unknown): RecordId => (key ? String(raw) : Number(raw))

/** Ids as an array parameter. */
export const idArray = ({ key }: Pick<Entity, 'key'>, ids: readonly RecordId[]): RawBuilder<unknown> =>
  key ? sql`${ids.map(String)}::text[]` : sql`${ids.map(Number)}::int[]`

/** The id as it is sorted by, alike on every server whatever its collation. */
export const idOrder = ({ key }: Pick<Entity, 'key'>, alias = 't'): RawBuilder<unknown> =>
  key ? sql`${sql.ref(`${alias}.id`)} collate "C"` : sql.ref(`${alias}.id`)

/** The order in which several rows are locked, so that two who act on the same ones wait for each other instead of for ever. */
export const compareIds = (a: Json, b: Json): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a) < String(b) ? -1 : Number(String(a) > String(b))
}
