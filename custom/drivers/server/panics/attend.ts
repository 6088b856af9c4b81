import { sql } from 'kysely'
import { tables, visible } from '#app/tables'
import { AppError } from '#engine/model'
import { serveCall, type CallContext, type Tx } from '#engine/server'
import { attendPanicCall, reopenPanicCall } from '../../model/panic-call'

/** An operator attends to a panic; the first to do so stays recorded, the next is told who it was. */
export const attendPanics = serveCall(attendPanicCall, async (context, { id, ids, notes }) => {
  const wanted = [...new Set(ids ?? (id === undefined ? [] : [id]))].sort((a, b) => a - b)
  if (wanted.length === 0) throw new AppError('VALIDATION', { errors: { id: { key: 'required' } } })
  const { records, actor, now, say } = context
  return records.write(async ({ tx, saveOwn }) => {
    const rows = await locked(tx, context, wanted)
    const open = rows.filter(({ state }) => state === 'open')
    for (const panic of open) {
      await saveOwn(
        'panics',
        { id: panic.id, ...(notes === null || notes === undefined ? {} : { notes }) },
        {
          verb: 'attend',
          also: { state: 'attended', id_user: actor.id, date_attended: now().toISOString() },
        },
      )
    }
    if (open.length > 0) return { attended: 1, msg: say('drivers.panic_attended') }
    const who = await nameOf(tx, rows[0]?.id_user ?? null)
    return {
      attended: 0,
      msg: who === null ? say('drivers.panic_attended_before') : say('drivers.panic_attended_by', { name: who }),
    }
  })
})

/** Whoever attends takes it back, or a colleague does who sees that nothing is done. */
export const reopenPanic = serveCall(reopenPanicCall, async (context, { id }) => {
  const { records, say } = context
  return records.write(async ({ tx, saveOwn }) => {
    const found = await visible(tx, context, 'panics')
      .where('panics.id', '=', id)
      .select('panics.id_driver')
      .executeTakeFirst()
    if (!found) throw new AppError('NOT_FOUND')
    // As a call for help does: of both at once the second finds what the first has done.
    await tables(tx).selectFrom('users').select('id').where('id', '=', found.id_driver).forNoKeyUpdate().execute()
    const [panic] = await locked(tx, context, [id])
    if (panic?.state !== 'attended') return { reopened: 0, msg: say('drivers.panic_open_before') }
    const again = await tables(tx)
      .selectFrom('panics')
      .where('id_driver', '=', found.id_driver)
      .where('state', '=', 'open')
      .where('date_deleted', 'is', null)
      .select('id')
      .executeTakeFirst()
    if (again) throw new AppError('CONFLICT', { say: 'drivers.panic_again' })
    await saveOwn('panics', { id }, { verb: 'reopen', also: { state: 'open', id_user: null, date_attended: null } })
    return { reopened: 1, msg: say('drivers.panic_reopened') }
  })
})

/** @throws {AppError} NOT_FOUND unless the asker may see all of them */
async function locked(tx: Tx, context: CallContext, ids: readonly number[]) {
  const rows = await visible(tx, context, 'panics')
    .where('panics.id', 'in', [...ids])
    .select(['panics.id', 'panics.state', 'panics.id_user'])
    .orderBy('panics.id')
    .forUpdate('panics')
    .execute()
  if (rows.length < ids.length) throw new AppError('NOT_FOUND')
  return rows
}

async function nameOf(tx: Tx, id: number | null): Promise<string | null> {
  if (id === null) return null
  const row = await tables(tx)
    .selectFrom('users')
    .where('id', '=', id)
    .select(sql<string>`concat_ws(' ', name, surname)`.as('name'))
    .executeTakeFirst()
  return row?.name ?? null
}
