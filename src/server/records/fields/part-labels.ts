import { sql } from 'kysely'
import { represent } from '../../../model/represent'
import { flagText, choiceText } from './labels'
import { RowColumns, type Row } from './row-columns'
import { representFields } from '../../../model/search-fields'
import { seenFields } from './seen-fields'
import { contextOf, type RecordContext } from '../record-context'
import { idArray, readId } from '../record-id'
import type { Parts } from '../stats/parts'

/** What the parts of a stat are called in the asker's language; lengths of time are named where they are drawn. */
export async function partLabels(
  context: RecordContext,
  { field, each }: Pick<Parts, 'field' | 'each'>,
  keys: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const {
    actor: { language },
    model,
    runtime: { words },
  } = context
  const known = keys.filter((key) => key !== null)
  if (each !== undefined) return new Map()
  if (field.type === 'flag')
    return new Map(
      known.map((key) => [key, flagText(words, language, field, key === '1', key === '1' ? 'field.yes' : 'field.no')]),
    )
  const target = field.ref && model.entities[field.ref.to]
  if (!target) return new Map(known.map((key) => [key, choiceText(words, language, field, key)]))
  // As the list labels a reference: by what the asker sees of its record, whoever's it is.
  const there = contextOf(context, target, context.resource)
  const row = new RowColumns(context.runtime.fieldSql)
  const parts = representFields(target).flatMap((name) => {
    const of = target.fields[name]
    return of && seenFields(there, target).fields.get(name) === null ? [[name, row.field('t', of)] as const] : []
  })
  const ids = known.map((key) => readId(target, key))
  const { rows } = await sql<Row>`select ${sql.join([sql`t.id`, ...row.columns])} from ${sql.table(target.name)} as t
      where t.id = any(${idArray(target, ids)})`.execute(context.runtime.database.db)
  return new Map(
    rows.map((at) => {
      const id = readId(target, at.id)
      return [
        String(id),
        represent(target, { id, ...Object.fromEntries(parts.map(([name, read]) => [name, read(at)])) }),
      ]
    }),
  )
}
