import { sql } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import { readQuery } from '../read/read-query'
import type { RecordContext } from '../record-context'
import { idOrder, readId, type RecordId } from '../record-id'

/** Rows that one call may change; changing more is an import or a migration. */
const MAX_FOUND = 10_000

/** Keys that replace the ids of a call; every other key is the call's own. */
const OWN_KEYS = ['all', 'filters', 'q', 'query', 'date_from', 'date_to', 'expected', 'run', 'resource'] as const

/**
 * Whether a body means all rows that a filter finds. A query string never does: a link must not be enough to change a
 * catalogue.
 */
export const meansAll = (input: { readonly [key: string]: unknown }): boolean => input.all === true

/** A call's input without the filter. */
export const withoutFilter = (input: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(input).filter(([key]) => !OWN_KEYS.some((own) => own === key)))

/**
 * Ids of the rows that a list's query finds, in their order, for a call with `{ all: true, filters, q, date_from,
 * date_to, expected }`: read as the list call reads them, within the asker's scope and limited to what they may write
 * (`use`).
 * @throws {AppError} VALIDATION without `expected`, the number shown to the user; CONFLICT with `found` when it has
 * grown by more than a tenth since; TOO_LARGE
 * beyond 10,000; FILTER_UNKNOWN, MALFORMED as the list call
 */
export async function foundRows(
  context: RecordContext,
  input: JsonObject,
  use: 'read' | 'write' = 'write',
): Promise<readonly RecordId[]> {
  if (input.id !== undefined || input.ids !== undefined) throw new AppError('MALFORMED', { say: 'bulk.all_or_ids' })
  const expected = expectedOf(input.expected)
  const asked = Object.fromEntries(
    (['filters', 'q', 'query', 'date_from', 'date_to'] as const).flatMap((key): [string, Json][] => {
      const value = input[key]
      return value === undefined ? [] : [[key, value]]
    }),
  )
  const { where } = readQuery(context, asked, { use })
  const { rows } = await sql<{ id: unknown }>`select t.id from ${sql.table(context.entity.name)} as t
    where ${where} order by ${idOrder(context.entity)} limit ${MAX_FOUND + 1}`.execute(context.runtime.database.db)
  if (rows.length > MAX_FOUND) throw new AppError('TOO_LARGE', { say: 'bulk.too_many', params: { max: MAX_FOUND } })
  if (rows.length > expected * 1.1)
    throw new AppError('CONFLICT', {
      say: 'bulk.grew',
      params: { found: rows.length, expected },
      body: { found: rows.length },
    })
  return rows.map(({ id }) => readId(context.entity, id))
}

function expectedOf(value: Json | undefined): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new AppError('VALIDATION', {
    errors: { expected: { key: value === undefined || value === null ? 'required' : 'type' } },
  })
}
