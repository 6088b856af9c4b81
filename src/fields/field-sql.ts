import { type RawBuilder, sql } from 'kysely'
import { decimalText } from '../model/values/decimal'
import type { Field } from '../model/field'
import type { Json } from '../model/json'
import type { Operator } from '../model/rules/rule'

/** The SQL half of a field type (`src/fields/<type>/sql.ts`). One field is one column, named as the field. */
export interface FieldSql {
  /** PostgreSQL type of the column, e.g. `numeric`; the migration adds all constraints but NOT NULL. */
  column(field: Field): string
  /** Canonical wire value → driver parameter (never called with null). */
  encode(value: Json, field: Field): unknown
  /**
   * What the driver returned → wire value (never called with null). Drivers return text for numeric, date, timestamptz
   * and point.
   */
  decode(raw: unknown, field: Field): Json
  /**
   * The value as `row_to_json` must find it to write what `decode` returns: the same wire value, written by PostgreSQL.
   * Absent: only JavaScript knows it.
   */
  wire?(column: RawBuilder<unknown>): RawBuilder<unknown>
  /** The same of one flat part of a compound value (`lat`). */
  wirePart?(column: RawBuilder<unknown>, part: string): RawBuilder<unknown>
  /**
   * What the driver returned → lossless text for files, which the type's `fromText` reads back; null: `toText` of the
   * wire value is used.
   */
  raw?(raw: unknown, field: Field): string
  /** Expression that both PGlite and PostgreSQL sort alike (text: the folded form, collate "C"). */
  order(column: RawBuilder<unknown>, field: Field): RawBuilder<unknown>
  /** A two-valued comparison (null gives false, except for `isNull`); `value` is canonical; `in`/`nin` take arrays. */
  compare(column: RawBuilder<unknown>, op: Operator, value: Json, field: Field): RawBuilder<boolean>
  /** The column of a value within a compound one (`owner.kind`), by its path and its field. */
  inner?(column: RawBuilder<unknown>, path: readonly string[], inner: Field, half: FieldSql): RawBuilder<unknown>
  /**
   * The text that `contains` searches, where it is not the column itself; without parameters, because an index is built
   * on it.
   */
  text?(column: RawBuilder<unknown>): RawBuilder<unknown>
  /**
   * The column when a rule compares it with another column: a number, or the wire's text; absent: only `isNull` is ever
   * asked of it.
   */
  readonly plain?: Plain
  /** What distinguishes the values of a unique column; absent: the values themselves. */
  unique?(column: RawBuilder<unknown>): RawBuilder<unknown>
  /** A condition that the field's keywords set for every value, written without parameters; null: none. */
  check?(column: RawBuilder<unknown>, field: Field): RawBuilder<unknown> | null
  /** Entity whose ids the column holds, where the field is not a reference. */
  readonly pointsTo?: string
  /** A moment in the wire's form, for `{ "now": "-30d" }`; absent: the column is never compared with the present. */
  moment?(time_ms: number): string
}

/** An SQL expression of a column that may be compared with one of another type. */
export interface Plain {
  readonly kind: 'number' | 'text'
  of(column: RawBuilder<unknown>): RawBuilder<unknown>
}

export const SYMBOLS: { readonly [op in Operator]?: RawBuilder<unknown> } = {
  eq: sql`=`,
  ne: sql`<>`,
  lt: sql`<`,
  lte: sql`<=`,
  gt: sql`>`,
  gte: sql`>=`,
}

/**
 * Makes a comparison two-valued: false where the column is null, under a NOT too. `and`, not `coalesce`, so that an
 * index on the column still serves.
 */
export function unlessNull(column: RawBuilder<unknown>, comparison: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${comparison} and ${column} is not null)`
}

export function isNull(column: RawBuilder<unknown>, value: Json): RawBuilder<boolean> {
  return value === true || value === 1 ? sql<boolean>`${column} is null` : sql<boolean>`${column} is not null`
}

/** Comparison of a number column with a value; a value that is not a decimal equals nothing. */
export function compareNumber(column: RawBuilder<unknown>, op: Operator, value: Json): RawBuilder<boolean> {
  if (op === 'isNull') return isNull(column, value)
  if (op === 'in' || op === 'nin') {
    const numbers = list(value)
      .map(decimalOf)
      .filter((text) => text !== null)
    return membership(column, op, sql`${numbers}::${numbers.every(isBigint) ? sql`bigint` : sql`numeric`}[]`)
  }
  const text = decimalOf(value)
  const symbol = SYMBOLS[op]
  if (text === null || !symbol) return sql<boolean>`false`
  return unlessNull(column, sql`${column} ${symbol} ${text}::${isBigint(text) ? sql`bigint` : sql`numeric`}`)
}

/**
 * Comparison of a text column with a value, exact; `contains` folded (see src/model/values/fold.ts). No column holds a
 * text with a NUL.
 */
export function compareText(
  column: RawBuilder<unknown>,
  op: Operator,
  value: Json,
  folded: (text: string) => string,
): RawBuilder<boolean> {
  if (op === 'isNull') return isNull(column, value)
  if (op === 'in' || op === 'nin') {
    const texts = list(value)
      .filter((item) => typeof item === 'string')
      .filter(isStorable)
    const numbers = list(value).filter((item) => typeof item === 'number')
    if (numbers.length === 0) return membership(column, op, sql`${texts}::text[]`)
    const isIn = sql`(${column} = any(${texts}::text[])
      or coalesce(${numberOfText(column)} = any(${numbers.map(decimalText)}::numeric[]), false))`
    return unlessNull(column, op === 'in' ? isIn : sql`not ${isIn}`)
  }
  if (op === 'contains') {
    return typeof value === 'string' && isStorable(value)
      ? unlessNull(column, sql`tr_fold(${column}) like ${`%${escapeLike(folded(value))}%`}::text`)
      : sql<boolean>`false`
  }
  const symbol = SYMBOLS[op]
  if (!symbol) return sql<boolean>`false`
  if (typeof value === 'number' || typeof value === 'boolean') return compareNumber(numberOfText(column), op, value)
  if (typeof value !== 'string') return sql<boolean>`false`
  // Equality is the same in every collation, and a collation other than the column's would not use its index.
  const byCode = op === 'eq' || op === 'ne' ? sql`` : sql` collate "C"`
  if (isStorable(value)) return unlessNull(column, sql`${column} ${symbol} ${value}::text${byCode}`)
  // No text of a column equals one with a NUL; texts up to the part before it are less.
  if (op === 'eq') return sql<boolean>`false`
  const [before = ''] = value.split('\0')
  if (op === 'ne') return isNull(column, false)
  return unlessNull(column, sql`${column} ${op === 'lt' || op === 'lte' ? sql`<=` : sql`>`} ${before}::text${byCode}`)
}

export function membership(
  column: RawBuilder<unknown>,
  op: 'in' | 'nin',
  array: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return unlessNull(column, op === 'in' ? sql`${column} = any(${array})` : sql`${column} <> all(${array})`)
}

/**
 * The number that a text is in plain decimal notation, else null: as `decimalText` of src/model/values/decimal.ts reads
 * it.
 */
export function numberOfText(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(case when ${text} ~ '^[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)$' then ${text}::numeric end)`
}

/** A text as a literal inside a LIKE pattern. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** `minimum` and `maximum` as a condition of the table. */
export function checkLimits(column: RawBuilder<unknown>, { schema }: Field): RawBuilder<unknown> | null {
  const [least, max] = [decimalText(schema.minimum ?? null), decimalText(schema.maximum ?? null)]
  const parts = [
    ...(least === null ? [] : [sql`${column} >= ${sql.lit(least)}::numeric`]),
    ...(max === null ? [] : [sql`${column} <= ${sql.lit(max)}::numeric`]),
  ]
  return parts.length === 0 ? null : sql.join(parts, sql` and `)
}

/** `maxLength`, in code points. */
export function checkLength(column: RawBuilder<unknown>, { schema }: Field): RawBuilder<unknown> | null {
  return typeof schema.maxLength === 'number' ? sql`char_length(${column}) <= ${sql.lit(schema.maxLength)}` : null
}

/** Texts by code point: the same order on every server, whatever its collation. */
export const orderByCode = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`${column} collate "C"`
/** Texts, ignoring case and accents, ñ after n. */
export const orderFolded = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`tr_order(${column}) collate "C"`

export const list = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [])

function decimalOf(value: Json): string | null {
  return decimalText(typeof value === 'boolean' ? Number(value) : value)
}

function isBigint(text: string): boolean {
  return /^-?\d{1,18}$/.test(text)
}

/** PostgreSQL takes no NUL in a text. */
const isStorable = (text: string): boolean => !text.includes('\0')
