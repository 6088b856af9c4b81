import { isStaff } from '#app/asker'
import { sql } from 'kysely'
import { tables } from '#app/tables'
import { AppError, DAY_MS } from '#engine/model'
import { type CallContext, iso, scopeSql, serveCall, writeLog } from '#engine/server'
import { readNoteCall, type ShiftNote, unreadNotesCall, writeNoteCall } from '../model/shift-notes-calls'

/** Whoever comes back from a holiday is not met by last month's. */
const DAYS = 7
const MAX_NOTES = 50

async function unread(context: CallContext): Promise<{ items: ShiftNote[] }> {
  if (!isStaff(context.actor)) return { items: [] }
  const { actor, db, now } = context
  const { rows } = await sql<ShiftNote>`
    select n.id, n.text, concat_ws(' ', u.name, u.surname) as by, ${iso('n.date_created')} as date_created
    from shift_notes n join users u on u.id = n.id_user
    where n.date_deleted is null and n.id_user <> ${actor.id}
      and n.date_created > ${new Date(now().getTime() - DAYS * DAY_MS)}
      and ${scopeSql(context, 'shift_notes', 'n')} and not exists (select 1 from shift_note_reads r
        where r.id_note = n.id and r.id_user = ${actor.id})
    order by n.id limit ${MAX_NOTES}`.execute(db)
  return { items: rows }
}

const unreadNotes = serveCall(unreadNotesCall, unread)

const writeNote = serveCall(writeNoteCall, async (context, { text }) => {
  if (!isStaff(context.actor)) throw new AppError('FORBIDDEN')
  const { actor, platform, session, transaction, say } = context
  const words = text.trim()
  if (words === '') throw new AppError('VALIDATION', { errors: { text: { key: 'desk_notes.empty' } } })
  const date = context.now()
  const own = await sql<{
    id: number
  }>`select id_branch as id from users where id = ${actor.id} and id_branch is not null`.execute(context.db)
  return transaction(async (tx) => {
    const note = await tables(tx)
      .insertInto('shift_notes')
      .values({
        text: words,
        id_user: actor.id,
        id_branch: own.rows[0]?.id ?? null,
        date_created: date,
        date_updated: date,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeLog(tx, {
      id_user: actor.id,
      type_log: 'create',
      target: 'shift_notes',
      id_target: note.id,
      title: words.slice(0, 80),
      platform,
      id_session: session.id,
      date,
    })
    return { id: note.id, msg: say('desk_notes.written') }
  })
})

const readNote = serveCall(readNoteCall, async (context, { id }) => {
  if (isStaff(context.actor)) {
    const { actor, now, transaction } = context
    // One out of sight is not there.
    await transaction((tx) =>
      sql`
      insert into shift_note_reads (id_note, id_user, date_created, date_updated)
      select n.id, ${actor.id}::int, ${now()}::timestamptz, ${now()}::timestamptz from shift_notes n
      where n.id = ${id} and n.date_deleted is null and ${scopeSql(context, 'shift_notes', 'n')}
      on conflict do nothing`.execute(tx),
    )
  }
  return unread(context)
})

export const shiftNoteCalls = [unreadNotes, writeNote, readNote]
