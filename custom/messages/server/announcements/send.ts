import { sql } from 'kysely'
import { tables } from '#app/tables'
import { AppError } from '#engine/model'
import { serveCall, writeLog } from '#engine/server'
import { sendCall, takeBackCall } from '../../model/message-calls'
import { ANNOUNCED } from './announce'

const send = serveCall(sendCall, async ({ records, say }, { id: _copied, id_user, ids, users, ...input }) => {
  const named = ids ?? users ?? (id_user === undefined || id_user === null ? [] : [id_user])
  if ((input.to_kind ?? 'people') === 'people' && named.length === 0) throw new AppError('VALIDATION', { errors: { id_user: { key: 'required' }, users: { key: 'required' } } })
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const { id } = await records.write(({ saveOwn }) => saveOwn('notifications', { to_kind: 'people', by_bell: 1, by_push: 1, by_email: 0, ...given, ...input.to_kind !== 'filter' && { users: [...named] } }, { also: {} }))
  if (typeof id !== 'number') throw new AppError('NOT_FOUND')
  return { id, msg: say('notifications.sent') }
})

/** @throws {AppError} NOT_FOUND, CONFLICT where it went to several people */
const takeBack = serveCall(takeBackCall, async ({ actor, records, transaction, now, say, platform, session }, { id }) => {
  await records.read('notifications', id)
  await transaction(async (tx) => {
    const date = now()
    const gone = await tables(tx).updateTable('announcements').set({ state: '0', date_deleted: date, date_updated: date }).where('id', '=', id).where('num_users', '=', 1).where('date_deleted', 'is', null).returning('id').executeTakeFirst()
    if (!gone) throw new AppError('CONFLICT', { say: 'notifications.grouped_stays' })
    const like = `${ANNOUNCED}/${id}/%`
    await sql`delete from deliveries where effect = ${ANNOUNCED} and key like ${like} and status in ('1', '4')`.execute(tx)
    await sql`delete from notifications where key like ${like}`.execute(tx)
    await sql`update announcement_people set state = '0', date_updated = ${date} where id_announcement = ${id}`.execute(tx)
    await writeLog(tx, { id_user: actor.id, type_log: 'remove', target: 'notifications', id_target: id, title: String(id), platform, id_session: session.id, date })
  })
  return { msg: say('notifications.taken_back') }
})

export const sendCalls = [send, takeBack]
