import { sql } from 'kysely'
import { patchRecords, tables } from '#app/tables'
import { AppError } from '#engine/model'
import { anyOf, byAsker, type CallContext, scopeSql, serveCall } from '#engine/server'
import { sendCall, takeBackCall } from '../../model/message-calls'
import { ANNOUNCED } from './announce'

const send = serveCall(sendCall, async (context, { id: _copied, id_user, ids, users, leave_out, ...input }) => {
  const { records, say } = context
  const out = ids ? await closedAmong(context, ids) : []
  if (ids && out.length > 0 && leave_out !== 1) throw refusedFor(out, ids.length)
  const named =
    ids?.filter((one) => !out.some(({ id }) => id === one)) ??
    users ??
    (id_user === undefined || id_user === null ? [] : [id_user])
  if ((input.to_kind ?? 'people') === 'people' && named.length === 0)
    throw new AppError('VALIDATION', { errors: { id_user: { key: 'required' }, users: { key: 'required' } } })
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const { id } = await records.write(({ saveOwn }) =>
    saveOwn(
      'notifications',
      {
        to_kind: 'people',
        by_bell: 1,
        by_push: 1,
        by_email: 0,
        ...given,
        ...(input.to_kind !== 'filter' && { users: [...named] }),
      },
      { also: {} },
    ),
  )
  if (typeof id !== 'number') throw new AppError('NOT_FOUND')
  return { id, msg: say('notifications.sent'), ...(out.length > 0 && { results: [...out] }) }
})

interface LeftOut {
  readonly id: number
  readonly ok: false
  readonly label: string
  readonly msg: string
}

/** Those of the chosen whose account is closed: nothing reaches them. */
async function closedAmong(context: CallContext, ids: readonly number[]): Promise<readonly LeftOut[]> {
  const { db, say } = context
  const rows = await tables(db)
    .selectFrom('users as u')
    .where('u.id', '=', anyOf(ids))
    .where('u.state', '<>', '1')
    .where('u.date_deleted', 'is', null)
    .where(scopeSql(context, 'users', 'u'))
    .select(['u.id', 'u.name', 'u.surname'])
    .orderBy('u.id')
    .execute()
  return rows.map(({ id, name, surname }) => ({
    id,
    ok: false,
    label: [name, surname].filter(Boolean).join(' '),
    msg: say('notifications.closed'),
  }))
}

/** The refusal that names who is left out, so that the rest is sent to after a yes. */
const refusedFor = (out: readonly LeftOut[], of: number): AppError =>
  new AppError('VALIDATION', {
    say: 'notifications.some_closed',
    params: { out: out.length, of },
    body: { results: out.map((one) => ({ ...one })), ...(out.length < of && { leave_out: of - out.length }) },
  })

/** @throws {AppError} NOT_FOUND, CONFLICT where it went to several people */
const takeBack = serveCall(takeBackCall, async (context, { id }) => {
  const { records, transaction, now, say } = context
  await records.read('notifications', id)
  await transaction(async (tx) => {
    const date = now()
    const gone = await patchRecords(
      tx,
      'announcements',
      { id, num_users: 1 },
      { state: '0', date_deleted: date },
      { by: byAsker(context), now: date, verb: 'remove', says: [] },
    )
    if (gone.length === 0) throw new AppError('CONFLICT', { say: 'notifications.grouped_stays' })
    const like = `${ANNOUNCED}/${id}/%`
    await sql`delete from deliveries where effect = ${ANNOUNCED} and key like ${like} and status in ('1', '4')`.execute(
      tx,
    )
    await sql`delete from notifications where key like ${like}`.execute(tx)
    await sql`update announcement_people set state = '0', date_updated = ${date} where id_announcement = ${id}`.execute(
      tx,
    )
  })
  return { msg: say('notifications.taken_back') }
})

export const sendCalls = [send, takeBack]
