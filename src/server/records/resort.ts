import { sql } from 'kysely'
import { AppError } from '../../model/errors'
import type { Json } from '../../model/json'
import { inOneWrite, type Write } from './open-write'
import { idOf } from './read'
import type { RecordContext } from './record-context'
import { assertEdits } from './save'
import { tellLog } from './tell-log'
import { withinReach } from './within-reach'

const MOST_ROWS = 1000

/**
 * Puts rows into the order of `items` (ids, or objects with one): they exchange the ranks they have, so rows of other pages stay where
 * they are.
 * @throws {AppError} FORBIDDEN, MALFORMED, NOT_FOUND when one of them is not within reach
 */
export async function resort(context: RecordContext, items: Json | undefined): Promise<void> {
  assertEdits(context)
  if (!context.entity.traits.includes('sortable')) throw new AppError('NOT_FOUND')
  const ids = idsOf(items)
  await inOneWrite(context, async (write) => {
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
    await sql`update ${table} as t set rank = n.rank from unnest(${ids}::int[], ${sorted}::numeric[]) as n (id, rank)
      where n.id = t.id and t.rank is distinct from n.rank`.execute(write.tx)
    await tellLog(context, write, { type_log: 'resort', id_target: null, title: null, changes: null })
    write.changed.add(context.entity.name)
  })
}

/** Ranks of the rows, lowest first; the rows are locked in one order, so that two who drag at once wait for each other. */
async function ranks(context: RecordContext, { tx }: Write, ids: readonly number[]): Promise<readonly { readonly rank: string | null }[]> {
  const { rows } = await sql<{ rank: string | null }>`select t.rank::text as rank from ${sql.table(context.entity.name)} as t
    where t.id = any(${ids}::int[]) and ${withinReach(context, 't', { use: 'write' })} order by t.rank, t.id for update of t`.execute(tx)
  return rows
}

/** @throws {AppError} MALFORMED unless it is a list of different ids */
function idsOf(items: Json | undefined): number[] {
  if (!Array.isArray(items) || items.length === 0 || items.length > MOST_ROWS) throw new AppError('MALFORMED')
  const ids = items.map((item: Json) => idOf(typeof item === 'object' && item !== null && 'id' in item ? item.id : item))
  if (new Set(ids).size !== ids.length) throw new AppError('MALFORMED')
  return ids
}
