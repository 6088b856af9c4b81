import { tables } from '#app/tables'
import { AppError, type JsonObject } from '#engine/model'
import { scopeSql, serveCall } from '#engine/server'
import { whyCall } from '../../model/message-calls'
import { withResults } from './announce'

/** What became of a notification for one person, or why it was not for them. @throws {AppError} NOT_FOUND */
export const why = serveCall(whyCall, async (context, { id, id_user }) => {
  const { db, records, say } = context
  const sent = await records.read('notifications', id)
  // Whoever could not be chosen here is not named either.
  const user = await tables(db)
    .selectFrom('users as u')
    .where('u.id', '=', id_user)
    .where('u.date_deleted', 'is', null)
    .where(scopeSql(context, 'users', 'u'))
    .select(['u.name', 'u.surname', 'u.type_user', 'u.id_role', 'u.id_branch', 'u.state'])
    .executeTakeFirst()
  if (!user) throw new AppError('NOT_FOUND')
  const name = [user.name, user.surname].filter(Boolean).join(' ')
  const row = await tables(db)
    .selectFrom('announcement_people')
    .where('id_announcement', '=', id)
    .where('id_user', '=', id_user)
    .select(['id_announcement', 'id_user', 'state'])
    .executeTakeFirst()
  if (!row) return { told: false, msg: say(`notifications.why.${notTold(sent, user)}`, { name }) }
  const [results = {}] = await withResults(db, [{ id_announcement: id, id_user }], { say })
  const words = {
    name,
    state: say(`notifications.states.${row.state}`),
    bell: String(results['bell_result']),
    push: String(results['push_result']),
    mail: String(results['mail_result']),
  }
  return { told: true, msg: say('notifications.why.told', words) }
})

interface Person {
  readonly type_user: string | null
  readonly id_role: number | null
  readonly id_branch: number | null
  readonly state: string | null
}

/** Why somebody was not among the people of a notification, as they are now. */
function notTold(sent: JsonObject, { type_user, id_role, id_branch, state }: Person): string {
  if (state !== '1') return 'inactive'
  if (sent['to_kind'] !== 'filter') return 'not_named'
  if (sent['to_type'] !== type_user) return 'other_type'
  if (sent['id_role'] !== null && sent['id_role'] !== id_role) return 'other_role'
  if (sent['id_branch'] !== null && sent['id_branch'] !== id_branch) return 'other_branch'
  return 'later'
}
