import { sql } from 'kysely'
import { AppError } from '../../model/errors'
import type { Json } from '../../model/json'
import { asObject } from './json-object'
import { inOneWrite, type Write } from './open-write'
import type { RecordContext } from './record-context'
import { idArray, recordId, type RecordId } from './record-id'
import { assertEdits, save } from './save'
import { tellLog } from './tell-log'
import { lockTree } from './tree'
import { withinReach } from './within-reach'

const MOST_ROWS = 1000

/**
 * Puts rows into the order of `items` (ids, or objects with one): they exchange the ranks they have, so rows of other pages stay where
 * they are. In a tree an object's `id_parent` hangs its row there too.
 * @throws {AppError} FORBIDDEN, MALFORMED, NOT_FOUND when one of them is not within reach, VALIDATION where a row cannot hang there
 */
export async function resort(context: RecordContext, items: Json | undefined): Promise<void> {
  assertEdits(context)
  if (!context.entity.traits.includes('sortable')) throw new AppError('NOT_FOUND')
  const ids = idsOf(context, items)
  await inOneWrite(context, async (write) => {
    await hang(context, write, items as readonly Json[])
    const table = sql.table(context.entity.name)
    const found = await ranks(context, write, ids)
    if (found.length !== ids.length) throw new AppError('NOT_FOUND')
    const apart = new Set(found.map(({ rank }) => rank)).size === found.length && found.every(({ rank }) => rank !== null)
    // Rows that share a rank (two were created at once) cannot exchange it: everyone gets one of his own first.
    if (!apart) {
      await sql`update ${table} as t set rank = n.place
        from (select id, row_number() over (order by rank, id) as place from ${table}) as n where n.id = t.id`.execute(write.tx)
    }
    const sorted = (apart ? found : await ranks(context, write, ids)).map(({ rank }) => rank)
    await sql`update ${table} as t set rank = n.rank from unnest(${idArray(context.entity, ids)}, ${sorted}::numeric[]) as n (id, rank)
      where n.id = t.id and t.rank is distinct from n.rank`.execute(write.tx)
    await tellLog(context, write, { type_log: 'resort', id_target: null, title: null, changes: null })
    write.changed.add(context.entity.name)
  })
}

/** Gives rows of a tree the parents that `items` name; what hangs there already stays as it is. */
async function hang(context: RecordContext, write: Write, items: readonly Json[]): Promise<void> {
  if (!context.entity.traits.includes('tree')) return
  await lockTree(context, write.tx)
  for (const item of items) {
    const moved = asObject(item)
    if (moved?.id_parent !== undefined) await save(context, write, { id: moved.id ?? null, id_parent: moved.id_parent }, { forgiving: true, mustExist: true })
  }
}

/**
 * Ranks of the rows, lowest first. They are locked before they are read, in the order of their ids: who drags at the same time waits,
 * and then sees what was left to him (a query that locks as it sorts would hand out new ranks in the old order).
 */
async function ranks(context: RecordContext, { tx }: Write, ids: readonly RecordId[]): Promise<readonly { readonly rank: string | null }[]> {
  const rows = sql`from ${sql.table(context.entity.name)} as t where t.id = any(${idArray(context.entity, ids)}) and ${withinReach(context, 't', { use: 'write' })}`
  await sql`select 1 ${rows} order by t.id for update of t`.execute(tx)
  return (await sql<{ rank: string | null }>`select t.rank::text as rank ${rows} order by t.rank, t.id`.execute(tx)).rows
}

/** @throws {AppError} MALFORMED unless it is a list of different ids */
function idsOf({ entity }: RecordContext, items: Json | undefined): RecordId[] {
  if (!Array.isArray(items) || items.length === 0 || items.length > MOST_ROWS) throw new AppError('MALFORMED')
  const ids = items.map((item: Json) => recordId(entity, asObject(item)?.id ?? item))
  if (new Set(ids).size !== ids.length) throw new AppError('MALFORMED')
  return ids
}
