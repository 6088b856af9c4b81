import { sql } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Write } from './open-write'
import type { RecordContext } from '../record-context'
import { idArray, type RecordId } from '../record-id'
import { inScope } from '../fields/in-scope'

/**
 * Puts rows into an order by exchanging the ranks they have, so that all others stay where they are.
 * @throws {AppError} NOT_FOUND when one of them is not in scope
 */
export async function exchangeRanks(context: RecordContext, write: Write, ids: readonly RecordId[]): Promise<void> {
  const table = sql.table(context.entity.name)
  const found = await ranks(context, write, ids)
  if (found.length !== ids.length) throw new AppError('NOT_FOUND')
  const apart = new Set(found.map(({ rank }) => rank)).size === found.length && found.every(({ rank }) => rank !== null)
  // Rows that share a rank (two were created at once) cannot exchange it, so each first gets a rank of its own.
  if (!apart) {
    await sql`update ${table} as t set rank = n.place
      from (select id, row_number() over (order by rank, id) as place from ${table}) as n where n.id = t.id`.execute(
      write.tx,
    )
  }
  const sorted = (apart ? found : await ranks(context, write, ids)).map(({ rank }) => rank)
  await sql`update ${table} as t set rank = n.rank
    from unnest(${idArray(context.entity, ids)}, ${sorted}::numeric[]) as n (id, rank)
    where n.id = t.id and t.rank is distinct from n.rank`.execute(write.tx)
  write.changed.add(context.entity.name)
}

/**
 * Ranks of the rows, lowest first. They are locked in the order of their ids before they are read: a user who drags at
 * the same time waits and then sees the result (a query that locks as it sorts would return new ranks in the old
 * order).
 */
async function ranks(
  context: RecordContext,
  { tx }: Write,
  ids: readonly RecordId[],
): Promise<readonly { readonly rank: string | null }[]> {
  const rows = sql`from ${sql.table(context.entity.name)} as t where t.id = any(${idArray(context.entity, ids)})
    and ${inScope(context, 't', { use: 'write' })}`
  await sql`select 1 ${rows} order by t.id for update of t`.execute(tx)
  return (await sql<{ rank: string | null }>`select t.rank::text as rank ${rows} order by t.rank, t.id`.execute(tx))
    .rows
}
