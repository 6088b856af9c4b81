import { sql, type RawBuilder } from 'kysely'
import type { FieldSql } from '../../../fields/field-sql'
import type { Entity } from '../../../model/entity'
import { fieldColumn } from '../../language/rules/field-column'

/** JavaScript's white space; which characters PostgreSQL's `\s` has depends on the database's locale. */
const SPACE = '\\t\\n\\v\\f\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff'
const UNTIDY = `^[${SPACE}]|[${SPACE}]$|[${SPACE}]{2}|[${SPACE.replace(' ', '')}]`

const OWN_TEXTS: ReadonlySet<string> = new Set(['numeric', 'bigint'])

/**
 * `represent` of the record that a reference names, in SQL; null where a part of it is a value whose text only the
 * server knows.
 * @param seen the parts that the asker sees in every record
 * @param alias the record's table in the query
 * @param id the reference's column
 */
export function writtenLabel(
  fieldSql: { readonly [type: string]: FieldSql },
  target: Entity,
  seen: ReadonlySet<string>,
  alias: string,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> | null {
  const parts: RawBuilder<unknown>[] = []
  for (const part of target.represent) {
    const field = 'field' in part ? target.fields[part.field] : undefined
    if ('text' in part) parts.push(sql.lit(part.text))
    else if (part.field === 'id') parts.push(sql`${id}::text`)
    else if (field && seen.has(part.field)) {
      const half = fieldSql[field.type]
      // What is compound is no part of a label, and JavaScript writes large numbers and fractions in its own way.
      if (!half?.wire || !half.plain || field.virtual || OWN_TEXTS.has(half.column(field))) return null
      parts.push(sql`(${half.wire(fieldColumn(alias, field, fieldSql))})::text`)
    }
  }
  const text = parts.length === 0 ? sql`''` : sql`concat(${sql.join(parts)})`
  const tidy = sql`case when ${text} ~ ${sql.lit(UNTIDY)}
    then btrim(regexp_replace(${text}, ${sql.lit(`[${SPACE}]+`)}, ' ', 'g')) else ${text} end`
  return sql`case when ${id} is not null then coalesce(nullif(${tidy}, ''), '#' || ${id}::text) end`
}
