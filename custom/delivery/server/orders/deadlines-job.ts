import { living, patchRecords } from '#app/tables'
import { sql } from 'kysely'
import { BY_PROGRAM, type Job, type ServerFeature } from '#engine/server'

const MAX_AT_ONCE = 100

/** New orders that somebody has to accept in time. */
export const deadlineIndexes: NonNullable<ServerFeature['indexes']> = [
  {
    name: 'own_orders_deadline',
    table: 'orders',
    over: "(date_deadline) where store_state = '1' and date_deadline is not null and date_deleted is null",
    awaited: true,
  },
]

/** An order that nobody accepts in time is rejected: its client hears of it while they can still order elsewhere. */
export const deadlinesJob: Job = {
  name: 'delivery.deadlines',
  every_s: 10,
  async run({ runtime: { database, now, words }, signal }) {
    const at = now()
    const late = await living(database.db, 'orders')
      .where('store_state', '=', '1')
      .where(sql<boolean>`date_deadline < ${at.toISOString()}::timestamptz`)
      .select('id')
      .orderBy('date_deadline')
      .limit(MAX_AT_ONCE)
      .execute()
    for (const { id } of late) {
      if (signal.aborted) return
      const reason = words.say(words.languages[0] ?? 'es', 'delivery.late_reason')
      await database.transaction((tx) =>
        patchRecords(
          tx,
          'orders',
          (on) =>
            on.and([
              on('id', '=', id),
              on('store_state', '=', '1'),
              on('date_deadline', '<', sql<string>`${at.toISOString()}::timestamptz`),
            ]),
          { store_state: '0', reason, date_state: at, date_deadline: null },
          { by: BY_PROGRAM, now: at, verb: 'reject', note: reason },
        ),
      )
    }
  },
}
