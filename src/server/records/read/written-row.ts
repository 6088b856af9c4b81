import { sql, type RawBuilder } from 'kysely'
import type { FieldSql } from '../../../fields/field-sql'
import type { Field } from '../../../model/field'
import { fieldColumn } from '../../language/rules/field-column'

type FieldSqls = { readonly [type: string]: FieldSql }

/** PostgreSQL would cut a longer name, and with it the wire key. */
const MAX_KEY_BYTES = 63
/** PostgreSQL's limit of a select list is 1,664. */
const MAX_KEYS = 1500

/** The column of a query that has the text. */
export const WRITTEN = 'written'

/** A row that PostgreSQL writes as JSON: the wire keys whose values need nothing that only the server knows. */
export class WrittenRow {
  readonly #parts = new Map<string, RawBuilder<unknown>>()

  /** @param needs keys that are decoded as well, because something here is made of them */
  constructor(readonly needs: ReadonlySet<string>) {}

  /** Whether the text has this key from now on. */
  takes(key: string, value: RawBuilder<unknown>): boolean {
    if (Buffer.byteLength(key) > MAX_KEY_BYTES || this.#parts.size >= MAX_KEYS) return false
    this.#parts.set(key, value)
    return true
  }

  get keys(): ReadonlySet<string> {
    return new Set(this.#parts.keys())
  }

  get column(): RawBuilder<unknown> {
    return sql`row_to_json(w)::text as ${sql.id(WRITTEN)}`
  }

  /** The values under their wire keys; `json_build_object` takes 50 of them, and three times as long. */
  get join(): RawBuilder<unknown> {
    const values = [...this.#parts].map(([key, value]) => sql`${value} as ${sql.id(key)}`)
    return sql`cross join lateral (select ${sql.join(values)}) as w`
  }
}

/** A field's value in its wire form, as `row_to_json` writes it; null: only its `decode` knows that. */
export function writtenValue(fieldSql: FieldSqls, alias: string, field: Field): RawBuilder<unknown> | null {
  const half = fieldSql[field.type]
  if (!half?.wire || field.virtual || field.answers) return null
  return half.wire(fieldColumn(alias, field, fieldSql))
}

/** The same of one part of a compound value (`lat`). */
export function writtenPart(
  fieldSql: FieldSqls,
  alias: string,
  field: Field,
  part: string,
): RawBuilder<unknown> | null {
  const half = fieldSql[field.type]
  if (!half?.wirePart || field.virtual || field.answers) return null
  return half.wirePart(fieldColumn(alias, field, fieldSql), part)
}
