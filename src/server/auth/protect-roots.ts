import { AppError } from '../../model/errors'
import type { JsonObject } from '../../model/json'
import type { HookContext, Hooks } from '../feature'

/**
 * What no right on a module gives: nobody but root changes a root account, makes one, or widens a root role. Else whoever may
 * edit people could set root's password. A new password ends the account's other sessions.
 */
export const protectRoots: readonly Hooks[] = [
  {
    entity: 'users',
    async beforeSave(context, data, before) {
      if (before && typeof data.password === 'string' && data.password !== '') await closeSessions(context, before.id)
      if (context.actor.root) return data
      if (before && await isRootRole(context, before.id_role)) throw new AppError('FORBIDDEN', { say: 'errors.root_only' })
      if (data.id_role !== before?.id_role && await isRootRole(context, data.id_role)) {
        throw new AppError('VALIDATION', { errors: { id_role: { key: 'root_only' } } })
      }
      return data
    },
  },
  {
    entity: 'roles',
    async beforeSave({ actor }, data, before) {
      if (actor.root) return data
      if (isSet(before?.root)) throw new AppError('FORBIDDEN', { say: 'errors.root_only' })
      if (isSet(data.root)) throw new AppError('VALIDATION', { errors: { root: { key: 'root_only' } } })
      return data
    },
  },
]

async function closeSessions({ tx, id_session, now }: HookContext, id_user: JsonObject[string] | undefined): Promise<void> {
  let query = tx.updateTable('sessions').set({ state: '0', date_closed: now.toISOString() }).where('id_user', '=', id_user).where('state', '=', '1')
  if (typeof id_session === 'number') query = query.where('id', '<>', id_session)
  await query.execute()
}

async function isRootRole({ tx }: HookContext, id_role: JsonObject[string] | undefined): Promise<boolean> {
  if (typeof id_role !== 'number') return false
  const role = await tx.selectFrom('roles').select('root').where('id', '=', id_role).executeTakeFirst()
  return isSet(role?.root)
}

const isSet = (value: unknown): boolean => value === true || value === 1
