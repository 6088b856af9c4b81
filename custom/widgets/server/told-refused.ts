import { living, tables } from '#app/tables'
import { AppError, HOUR_MS } from '#engine/model'
import { type CallContext, iso, tell, type Tx } from '#engine/server'

/** One telling an hour, however often is tried. */
const QUIET_MS = HOUR_MS

/** What is tried through a widget by brute force: whether addresses have accounts, accounts, codes of vouchers. */
export type RefusedFor = 'email' | 'account' | 'code'

/**
 * Does what is limited. A limit that is reached is noted at its widget, of which staff are told by alerts, once an
 * hour.
 */
export async function tellingRefused<T>(
  { transaction, now }: Pick<CallContext, 'transaction' | 'now'>,
  id_widget: number,
  refused_for: RefusedFor,
  work: () => Promise<T>,
): Promise<T> {
  return work().catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'TOO_MANY')
      await transaction((tx) => noteRefused(tx, id_widget, refused_for, now()))
    throw error
  })
}

async function noteRefused(tx: Tx, id: number, refused_for: RefusedFor, now: Date): Promise<void> {
  const before = await living(tx, 'widgets')
    .where('id', '=', id)
    .select(['refused_for', iso('date_refused').as('date_refused')])
    .forUpdate()
    .executeTakeFirst()
  if (!before || (before.date_refused !== null && now.getTime() - Date.parse(before.date_refused) < QUIET_MS)) return
  const after = { refused_for, date_refused: now.toISOString() }
  // No change of what staff edit: whoever has the widget open may save it.
  await tables(tx).updateTable('widgets').set(after).where('id', '=', id).execute()
  await tell(tx, 'widgets', { id, before: { ...before }, after, by: null })
}
