import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '../../model/entity'
import { AppError } from '../../model/errors'
import { isCountedId } from '../../model/values/id-value'
import type { Json } from '../../model/json'
import { checkText } from '../../model/values/text-value'

/** The id of a row: a number that the database assigns, or a text that users give it (`x-key`). */
export type RecordId = number | string

/** An id as a call or a path names it. @throws {AppError} NOT_FOUND for a value that cannot be an id of the entity */
export function recordId({ key, fields }: Entity, value: Json | undefined): RecordId {
  if (!key) return idOf(value)
  const text = typeof value === 'number' ? String(value) : value
  const schema = fields.id?.schema
  if (typeof text !== 'string' || !schema || checkText(text, schema, key.maxLength, 'one') !== null)
    throw new AppError('NOT_FOUND')
  return text
}

/** The id of a record whose ids the database assigns. @throws {AppError} NOT_FOUND */
export function idOf(value: Json | undefined): number {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  if (!isCountedId(id)) throw new AppError('NOT_FOUND')
  return id
}

/** The id as the driver returned it. */
export const readId = ({ key }: Pick<Entity, 'key'>, raw: unknown): RecordId => (key ? String(raw) : Number(raw))

/** Ids as an array parameter. */
export const idArray = ({ key }: Pick<Entity, 'key'>, ids: readonly RecordId[]): RawBuilder<unknown> =>
  key ? sql`${ids.map(String)}::text[]` : sql`${ids.map(Number)}::int[]`

/** The id as a sort key, the same on every server whatever its collation. */
export const idOrder = ({ key }: Pick<Entity, 'key'>, alias = 't'): RawBuilder<unknown> =>
  key ? sql`${sql.ref(`${alias}.id`)} collate "C"` : sql.ref(`${alias}.id`)

/**
 * The order in which several rows are locked, so that two writers of the same rows wait for each other instead of
 * deadlocking.
 */
export const compareIds = (a: Json, b: Json): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a) < String(b) ? -1 : Number(String(a) > String(b))
}
