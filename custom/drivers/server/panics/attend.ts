import { sql } from 'kysely'
import { AppError } from '#engine/model'
import { scopeSql, serveCall } from '#engine/server'
import { attendPanicCall } from '../../model/panic-call'

/** An operator has seen to it; who was first stays. */
export const attendPanics = serveCall(attendPanicCall, async (context, { id, ids, notes }) => {
  const wanted = [...new Set(ids ?? (id === undefined ? [] : [id]))].sort((a, b) => a - b)
  if (wanted.length === 0) throw new AppError('VALIDATION', { errors: { id: { key: 'required' } } })
  const { records, actor, now, say } = context
  const attended = await records.write(async ({ tx, saveOwn }) => {
    const { rows } = await sql<{ id: number; state: string }>`
      select p.id, p.state from panics p
      where p.id in (${sql.join(wanted)}) and p.date_deleted is null and ${scopeSql(context, 'panics', 'p')} order by p.id for update of p`.execute(tx)
    if (rows.length < wanted.length) throw new AppError('NOT_FOUND')
    const open = rows.filter(({ state }) => state === 'open')
    for (const panic of open) {
      await saveOwn('panics', { id: panic.id, ...(notes === null || notes === undefined ? {} : { notes }) }, {
        verb: 'attend', also: { state: 'attended', id_user: actor.id, date_attended: now().toISOString() },
      })
    }
    return open.length
  })
  return { attended: attended > 0 ? 1 : 0, msg: say(attended > 0 ? 'drivers.panic_attended' : 'drivers.panic_attended_before') }
})
