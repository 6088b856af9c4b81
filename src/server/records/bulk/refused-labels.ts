import { sql } from 'kysely'
import type { RowResult } from '../../../model/catalogue-answers'
import { represent } from '../../../model/represent'
import type { RecordContext } from '../record-context'
import { idArray, readId, type RecordId } from '../record-id'
import { RowColumns, type Row } from '../fields/row-columns'
import { representFields } from '../../../model/search-fields'
import { seenFields } from '../fields/seen-fields'
import { inScope } from '../fields/in-scope'

/** Adds the labels of refused records in one query: the asker may not have seen them on any page. */
export async function withLabels(context: RecordContext, results: readonly RowResult[]): Promise<readonly RowResult[]> {
  const { entity, runtime } = context
  if (results.length === 0) return results
  const row = new RowColumns(runtime.fieldSql)
  const seen = seenFields(context).fields
  const parts = representFields(entity).flatMap((name) => {
    const field = entity.fields[name]
    // A field that a rule hides in some rows is part of no label.
    return field && !field.virtual && seen.get(name) === null ? [[name, row.field('t', field)] as const] : []
  })
  const ids = results.map(({ id }) => id as RecordId)
  const { rows } = await sql<Row>`select ${sql.join([sql`t.id`, ...row.columns])} from ${sql.table(entity.name)} as t
    where t.id = any(${idArray(entity, ids)}) and ${inScope(context)}`.execute(runtime.database.db)
  const labels = new Map(
    rows.map((found) => {
      const id = readId(entity, found.id)
      return [id, represent(entity, { id, ...Object.fromEntries(parts.map(([name, read]) => [name, read(found)])) })]
    }),
  )
  return results.map((result) => {
    const label = labels.get(result.id as RecordId)
    return label ? { ...result, label } : result
  })
}
