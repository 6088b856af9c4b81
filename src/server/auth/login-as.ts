import { AppError } from '../../model/errors'
import { writeLog } from '../audit'
import type { Runtime } from '../runtime'
import { OPERATOR } from './actor'
import { openSession, type Device } from './open-session'
import type { Session } from './session'

// Spec 1 §6: a client, a driver or an operator.
const VIEWED = [OPERATOR, '2', '3']

interface Viewed {
  readonly id: number
  readonly name: string
  readonly surname: string | null
  readonly state: string
  readonly type_user: string | null
  readonly id_role: number | null
  readonly root: unknown
}

/**
 * Opens a session of another user for somebody with full access. It lives only as long as his own, and what is done in it is logged
 * under both.
 * @throws {AppError} FORBIDDEN with the reason, NOT_FOUND
 */
export async function logInAs(
  runtime: Runtime, own: Session, id: number, device: Device,
): Promise<{ readonly token: string; readonly id: number; readonly name: string; readonly surname: string | null }> {
  const { database: { transaction }, now } = runtime
  if (!own.actor.root) throw new AppError('FORBIDDEN', { say: 'errors.login_as_root' })
  if (id === own.actor.id) throw new AppError('FORBIDDEN', { say: 'errors.login_as_self' })
  const settings = await runtime.settings()
  return transaction(async (tx) => {
    const user = await tx.selectFrom('users as u').leftJoin('roles as r', 'r.id', 'u.id_role')
      .select(['u.id', 'u.name', 'u.surname', 'u.state', 'u.type_user', 'u.id_role', 'r.root'])
      .where('u.id', '=', id).where('u.date_deleted', 'is', null).executeTakeFirst() as Viewed | undefined
    if (!user) throw new AppError('NOT_FOUND')
    if (user.root === true) throw new AppError('FORBIDDEN', { say: 'errors.login_as_other_root' })
    if (!VIEWED.includes(user.type_user ?? '')) throw new AppError('FORBIDDEN', { say: 'errors.login_as_type' })
    if (user.state !== '1') throw new AppError('FORBIDDEN', { say: 'errors.login_as_inactive' })
    const { token } = await openSession(tx, user, device, settings, now(), { id_user_as: own.actor.id, id_session_own: own.id })
    await writeLog(tx, {
      id_user: own.actor.id, type_log: 'login_as', target: 'users', id_target: user.id,
      title: [user.name, user.surname].filter(Boolean).join(' '), platform: own.platform, id_session: own.id, date: now(),
    })
    return { token, id: user.id, name: user.name, surname: user.surname }
  })
}
