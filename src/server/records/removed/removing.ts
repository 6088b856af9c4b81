import { sql } from 'kysely'
import type { CatalogueAnswers } from '../../../model/catalogue-answers'
import { maySee } from '../../../model/rights/access'
import type { Json, JsonObject } from '../../../model/json'
import { foundRows, meansAll } from '../bulk/found-rows'
import { fieldLabel, resourceTitle } from '../fields/labels'
import { inScope, all, living } from '../fields/in-scope'
import type { Row } from '../fields/row-columns'
import { everyColumn } from '../read/wire-columns'
import { contextOf, type RecordContext } from '../record-context'
import { idArray, recordId, type RecordId } from '../record-id'
import { recordTitle } from '../record-title'
import { isCleared, usesOf, valuesOf, type Use } from '../relations/uses'
import { assertRemoves } from './assert-removes'

const MAX_IDS = 1000
const MAX_NAMES = 5

/**
 * `POST {endpoint}/removing {ids}`, or `all` with a filter: what removing these records would change elsewhere, as
 * sentences with counts and names: nothing is written. Of records that the asker does not see only their number is
 * told.
 */
export async function removing(context: RecordContext, input: JsonObject): Promise<CatalogueAnswers['removing']> {
  assertRemoves(context)
  const found = meansAll(input)
    ? await foundRows(context, input, 'write')
    : Array.isArray(input.ids)
      ? input.ids.slice(0, MAX_IDS).map((id: Json) => recordId(context.entity, id))
      : []
  if (found.length === 0) return { lines: [] }
  const lines: string[] = []
  for (const use of usesOf(context, context.entity)) {
    const line = isCleared(use.field) && use.resource ? await lineOf(context, use, found) : null
    if (line !== null) lines.push(line)
  }
  return { lines }
}

/** What becomes of the records that refer to these by one field; null: there are none. */
async function lineOf(
  context: RecordContext,
  { entity, field, resource }: Use,
  ids: readonly RecordId[],
): Promise<string | null> {
  const {
    runtime: {
      database: { db },
      words,
    },
    actor: { language },
  } = context
  if (!resource) return null
  const there = contextOf(context, entity, { ...resource, where: undefined })
  const named = field.refAny
    ? sql`${ids.flatMap((id) => valuesOf(field, context.entity, id).map(({ stored }) => String(stored)))}::text[]`
    : idArray(context.entity, ids)
  const refers = sql<boolean>`${sql.ref(`t.${field.name}`)} = any(${named})`
  const mine = maySee(context.actor, resource) ? inScope(there) : sql<boolean>`false`
  const { columns, joins, decode } = everyColumn(there)
  const {
    rows: [counted],
  } = await sql<{ n: number; seen: number }>`select count(*)::int as n, (count(*) filter (where ${mine}))::int as seen
    from ${sql.table(entity.name)} as t where ${all([refers, living('t')])}`.execute(db)
  const { n = 0, seen = 0 } = counted ?? {}
  if (n === 0) return null
  const { rows } =
    seen === 0
      ? { rows: [] }
      : await sql<Row>`select ${columns} from ${sql.table(entity.name)} as t ${joins} where ${refers} and ${mine}
        order by t.id limit ${MAX_NAMES}`.execute(db)
  const names = rows.map((row) => recordTitle(entity, decode(row, context.origin.id_session)))
  const more = n - names.length
  const inWords =
    names.length === 0
      ? ''
      : ` (${[...names, ...(more > 0 ? [words.say(language, 'records.removing_more', { n: more })] : [])].join(', ')})`
  return words.say(language, 'records.removing_clears', {
    title: resourceTitle(words, language, resource),
    count: n,
    field: fieldLabel(words, language, resource, field, field.name),
    names: inWords,
  })
}
