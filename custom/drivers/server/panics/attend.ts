import { visible } from '#app/tables'
import { AppError } from '#engine/model'
import { serveCall } from '#engine/server'
import { attendPanicCall } from '../../model/panic-call'

/** An operator attends to a panic; the first to do so stays recorded. */
export const attendPanics = serveCall(attendPanicCall, async (context, { id, ids, notes }) => {
  const wanted = [...new Set(ids ?? (id === undefined ? [] : [id]))].sort((a, b) => a - b)
  if (wanted.length === 0) throw new AppError('VALIDATION', { errors: { id: { key: 'required' } } })
  const { records, actor, now, say } = context
  const attended = await records.write(async ({ tx, saveOwn }) => {
    const rows = await visible(tx, context, 'panics').where('panics.id', 'in', wanted).select(['panics.id', 'panics.state']).orderBy('panics.id')
      .forUpdate('panics').execute()
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
