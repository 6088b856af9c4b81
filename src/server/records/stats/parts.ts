import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import type { Each } from '../../../model/stat'
import { addDays, addMonths, HOUR_MS } from '../../../model/values/zone-time'
import { askedColumn } from '../read/asked-column'
import type { RecordContext } from '../record-context'
import { readId } from '../record-id'

/** What a stat is divided by, as SQL over `t`, and what a part of it means in a list. */
export interface Parts {
  readonly field: Field
  /** Text of the part that a row belongs to; null: it has no value, or hides it from the asker. */
  readonly key: RawBuilder<string | null>
  /** Lengths of time, which have an order and no gaps. */
  readonly each?: Each
  /** The list's filter that finds the part's rows. */
  filterOf(key: string | null): Json
}

/** @throws {AppError} NOT_FOUND where the asker does not see the field */
export function partsOf(context: RecordContext, name: string, each: Each | undefined): Parts {
  const asked = askedColumn(context, name)
  if (!asked) throw new AppError('NOT_FOUND')
  const { field, column } = asked
  if (each !== undefined)
    return {
      field,
      each,
      key: timeKey(context, column, field, each),
      filterOf: (key) => (key === null ? null : timeFilter(key, each)),
    }
  if (field.type === 'flag')
    return { field, key: sql`(${column})::integer::text`, filterOf: (key) => (key === null ? null : Number(key)) }
  const target = field.ref && context.model.entities[field.ref.to]
  return {
    field,
    key: sql`(${column})::text`,
    filterOf: (key) => (key === null || !target ? key : readId(target, key)),
  }
}

/**
 * The start of the length of time that a moment or a day belongs to, on the company's clock; of an hour the instant, of
 * a week's hour its number from Monday 0:00.
 */
export function timeKey(
  context: RecordContext,
  column: RawBuilder<unknown>,
  { type }: Field,
  each: Each,
): RawBuilder<string | null> {
  const zone = String(context.settings.timezone ?? 'UTC')
  const local = type === 'date' ? sql`(${column})::timestamp` : sql`(${column} at time zone ${zone})`
  if (each === 'hour')
    return sql`to_char(date_trunc('hour', ${column}, ${zone}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  if (each === 'hour_of_week')
    return sql`((extract(isodow from ${local}) - 1) * 24 + extract(hour from ${local}))::integer::text`
  return sql`to_char(date_trunc(${sql.lit(each)}, ${local}), 'YYYY-MM-DD')`
}

function timeFilter(key: string, each: Each): JsonObject {
  if (each === 'hour_of_week') return { hours: [Number(key)] }
  if (each === 'hour') return { gte: key, lt: new Date(Date.parse(key) + HOUR_MS).toISOString() }
  return { gte: key, lte: addDays(nextStart(key, each), -1) }
}

/** The start of the next length of time. */
export function nextStart(key: string, each: Each): string {
  if (each === 'hour') return new Date(Date.parse(key) + HOUR_MS).toISOString()
  if (each === 'month' || each === 'year') return addMonths(key, each === 'month' ? 1 : 12)
  return addDays(key, each === 'week' ? 7 : 1)
}
