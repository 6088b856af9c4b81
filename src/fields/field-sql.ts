import type { RawBuilder } from 'kysely'
import type { Field } from '../model/model'
import type { Json } from '../model/json'
import type { Operator } from '../model/rule'

/** The SQL half of a field type (`src/fields/<type>/sql.ts`). One field is one column, named as the field. */
export interface FieldSql {
  /** PostgreSQL type of the column, e.g. `numeric`; constraints other than NOT NULL are the migration's. */
  column(field: Field): string
  /** Canonical wire value → driver parameter (never called with null). */
  encode(value: Json, field: Field): unknown
  /** What the driver returned → wire value (never called with null). Drivers return text for numeric, date, timestamptz, point. */
  decode(raw: unknown, field: Field): Json
  /** What the driver returned → lossless text that `fromText` of the type reads back, for files; null: the wire value's `toText` serves. */
  raw?(raw: unknown, field: Field): string
  /** Expression that both PGlite and PostgreSQL sort alike (text: the folded form, collate "C"). */
  order(column: RawBuilder<unknown>, field: Field): RawBuilder<unknown>
  /** A two-valued comparison (null gives false, `isNull` aside); `value` is canonical; `in`/`nin` take arrays. */
  compare(column: RawBuilder<unknown>, op: Operator, value: Json, field: Field): RawBuilder<boolean>
}
