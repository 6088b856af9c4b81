import { sql } from 'kysely'
import { living, tables } from '#app/tables'
import type { Job, Runtime } from '#engine/server'
import { DAY_MS } from '#engine/model'
import { lockActionChat } from './actions/actions-job'
import { botContext, takeTurn } from './answer'
import { lockSession } from './session-store'

/** Sessions looked at in one go. */
const SOME = 100
/** Days for which paths and ended sessions are kept: they hold what people wrote. */
const KEPT_DAYS = 90

/** Questions that nobody answered, and actions that never ended: the flow goes on by default, or is over. */
export const timeoutsJob: Job = {
  name: 'bots.timeouts',
  every_s: 20,
  async run({ runtime, signal }) {
    const due = await living(runtime.database.db, 'bot_sessions')
      .where('state', 'in', ['waiting', 'acting'])
      .where('date_expires', '<', runtime.now().toISOString())
      .select(['id', 'id_chat'])
      .orderBy('id')
      .limit(SOME)
      .execute()
    for (const { id, id_chat } of due) {
      if (signal.aborted) return
      await timeOut(runtime, id, id_chat)
    }
    await tidy(runtime)
  },
}

async function timeOut(runtime: Runtime, id: number, id_chat: number | null): Promise<void> {
  const context = await botContext(runtime)
  await runtime.database.transaction(async (tx) => {
    const chat = await lockActionChat(tx, id_chat)
    const session = await lockSession(tx, id)
    const late =
      session &&
      (await living(tx, 'bot_sessions')
        .where('id', '=', id)
        .where('date_expires', '<', context.now().toISOString())
        .select('id')
        .executeTakeFirst())
    if (!session || !late) return
    if (!chat) {
      await tables(tx)
        .updateTable('bot_sessions')
        .set({ state: 'over', date_updated: context.now() })
        .where('id', '=', id)
        .execute()
      return
    }
    // What is still queued comes too late.
    await tables(tx)
      .updateTable('bot_actions')
      .set({ state: 'failed', date_updated: context.now() })
      .where('id_bot_session', '=', id)
      .where('state', '=', 'queued')
      .execute()
    const turn = await takeTurn(tx, { chat, session, event: { type: 'timeout' }, context })
    await tx.context.chats?.say(tx, chat.id, turn)
  })
}

/** Takes away what is older than it is kept, a little at a time. */
async function tidy({ database: { db }, now }: Runtime): Promise<void> {
  const before = new Date(now().getTime() - KEPT_DAYS * DAY_MS)
  const old = living(db, 'bot_sessions')
    .where('state', 'in', ['human', 'over'])
    .where('date_updated', '<', before.toISOString())
    .select('id')
    .limit(SOME)
  const ids = (await old.execute()).map(({ id }) => id)
  if (ids.length === 0) return
  for (const table of ['bot_traces', 'bot_actions'] as const)
    await tables(db).deleteFrom(table).where('id_bot_session', '=', sql<number>`any(${ids}::int[])`).execute()
  await tables(db).deleteFrom('bot_sessions').where('id', '=', sql<number>`any(${ids}::int[])`).execute()
}
