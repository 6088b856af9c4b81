import { sql } from 'kysely'
import type { CatalogueAnswers, RemovedRow } from '../../../model/catalogue-answers'
import type { JsonObject } from '../../../model/json'
import { iso } from '../../platform/database/iso'
import { inScope, living } from '../fields/in-scope'
import { everyColumn } from '../read/wire-columns'
import type { Row } from '../fields/row-columns'
import type { RecordContext } from '../record-context'
import { readId, type RecordId } from '../record-id'
import { recordTitle } from '../record-title'
import { assertRemoves } from './assert-removes'
import { goneAt, keptDays, keptSince } from './kept-days'

const PAGE_ROWS = 50

/**
 * `GET {endpoint}/removed {page?}`: the catalogue's removed records that can be had back, the latest first: for those
 * who may remove them, within their scope.
 * @throws {AppError} FORBIDDEN, NOT_FOUND where nothing is removed
 */
export async function removedList(context: RecordContext, { page }: JsonObject): Promise<CatalogueAnswers['removed']> {
  assertRemoves(context)
  const {
    entity,
    runtime: {
      database: { db },
    },
    settings,
    now,
  } = context
  const { columns, joins, decode } = everyColumn(context)
  const offset = (Math.max(1, Math.min(1000, Math.floor(Number(page ?? 1)) || 1)) - 1) * PAGE_ROWS
  const { rows } = await sql<Row & { readonly removed_at: string; readonly found: number }>`
    select ${columns}, ${iso('t.date_deleted')} as removed_at, (count(*) over ())::int as found
    from ${sql.table(entity.name)} as t ${joins}
    where t.date_deleted >= ${keptSince(settings, now)} and ${inScope(context, 't', { use: 'write', removed: true })}
    order by t.date_deleted desc, t.id desc limit ${PAGE_ROWS} offset ${offset}`.execute(db)
  const records = rows.map((row) => decode(row, context.origin.id_session))
  const ids = records.map(({ id }) => readId(entity, id))
  const by = await removers(context, ids)
  const items = rows.map((row, at): RemovedRow => {
    const id = ids[at] ?? 0
    return {
      id,
      label: recordTitle(entity, records[at] ?? {}),
      date_removed: row.removed_at,
      user_name: by.get(String(id)) ?? null,
      date_gone: goneAt(settings, row.removed_at),
    }
  })
  return { items, total: rows[0]?.found ?? 0, days: keptDays(settings) }
}

/** Who removed these records last, by the activity log. */
async function removers(
  {
    entity,
    runtime: {
      database: { db },
    },
  }: RecordContext,
  ids: readonly RecordId[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const target = entity.key ? sql`l.key_target` : sql`l.id_target`
  const chosen = entity.key ? sql`${ids.map(String)}::text[]` : sql`${ids.map(Number)}::integer[]`
  const { rows } = await sql<{ readonly of: string; readonly who: string }>`
    select distinct on (${target}) ${target}::text as of, trim(concat_ws(' ', u.name, u.surname)) as who
    from logs l join users u on u.id = l.id_user
    where l.target = ${entity.name} and ${target} = any(${chosen}) and ${living('l')}
      and l.type_log in ('remove', 'merge')
    order by ${target}, l.id desc`.execute(db)
  return new Map(rows.map(({ of, who }) => [of, who]))
}
