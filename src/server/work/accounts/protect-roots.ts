import { AppError } from '../../../model/errors'
import type { JsonObject } from '../../../model/json'
import type { HookContext, Hooks } from '../../language/feature/hooks'
import { assertSure } from '../../language/actor/confirmation'
import { revokeKeysOf } from './key-job'
import { engineTables } from '../../platform/database/engine-tables'

/**
 * What no right on a module gives: only root changes or creates a root account, or widens a root role; otherwise users
 * who may edit people could set root's password. Users cannot shut themselves out, so somebody always has full access.
 * A new password ends the account's other sessions, and its API keys if somebody else sets it.
 */
export const protectRoots: readonly Hooks[] = [
  {
    entity: 'users',
    async beforeSave(context, data, before) {
      if (before) await assertOwn(context, data, before)
      if (before && typeof data.password === 'string' && data.password !== '') {
        await closeSessions(context, before.id)
        // Whoever changes their own has their keys before them; somebody else may be shutting out a stranger.
        if (before.id !== context.actor.id) await revokeKeysOf(context.tx, Number(before.id), context.now)
      }
      const isRootGiven = data.id_role !== before?.id_role && (await isRootRole(context, data.id_role))
      if (context.actor.root) {
        if (isRootGiven) await assertSure(context)
        return data
      }
      if (before && (await isRootRole(context, before.id_role)))
        throw new AppError('FORBIDDEN', { say: 'errors.root_only' })
      if (isRootGiven) {
        throw new AppError('VALIDATION', { errors: { id_role: { key: 'root_only' } } })
      }
      return data
    },
    async beforeRemove(context, record) {
      if (record.id === context.actor.id) throw new AppError('FORBIDDEN', { say: 'errors.own_account' })
      if (!context.actor.root && (await isRootRole(context, record.id_role)))
        throw new AppError('FORBIDDEN', { say: 'errors.root_only' })
    },
  },
  {
    entity: 'roles',
    async beforeSave({ actor }, data, before) {
      const weakens = data.state === '0' || data.root === 0
      if (isSet(before?.protected) && weakens) throw new AppError('FORBIDDEN', { say: 'errors.protected_role' })
      if (actor.root) return data
      if (isSet(before?.root)) throw new AppError('FORBIDDEN', { say: 'errors.root_only' })
      if (isSet(data.root)) throw new AppError('VALIDATION', { errors: { root: { key: 'root_only' } } })
      return data
    },
    // Spec 2 §5: protected roles cannot be removed.
    async beforeRemove({ actor }, record) {
      if (isSet(record.protected)) throw new AppError('FORBIDDEN', { say: 'errors.protected_role' })
      if (!actor.root && isSet(record.root)) throw new AppError('FORBIDDEN', { say: 'errors.root_only' })
    },
  },
]

/** @throws {AppError} FORBIDDEN when users deactivate themselves or give up their full access */
async function assertOwn(context: HookContext, data: JsonObject, before: JsonObject): Promise<void> {
  if (before.id !== context.actor.id) return
  const leaves = data.state !== undefined && data.state !== '1'
  const otherRole = data.id_role !== undefined && data.id_role !== before.id_role
  const steps = context.actor.root && otherRole && !(await isRootRole(context, data.id_role))
  if (leaves || steps) throw new AppError('FORBIDDEN', { say: 'errors.own_account' })
}

async function closeSessions(
  { tx, id_session, now }: HookContext,
  id_user: JsonObject[string] | undefined,
): Promise<void> {
  let query = engineTables(tx)
    .updateTable('sessions')
    .set({ state: '0', date_closed: now.toISOString() })
    .where('id_user', '=', Number(id_user ?? 0))
    .where('state', '=', '1')
  if (typeof id_session === 'number') query = query.where('id', '<>', id_session)
  await query.execute()
}

async function isRootRole({ tx }: HookContext, id_role: JsonObject[string] | undefined): Promise<boolean> {
  // What is no id is reported by the field.
  if (typeof id_role !== 'number' || !Number.isSafeInteger(id_role) || id_role > 2 ** 31 - 1) return false
  const role = await engineTables(tx).selectFrom('roles').select('root').where('id', '=', id_role).executeTakeFirst()
  return isSet(role?.root)
}

const isSet = (value: unknown): boolean => value === true || value === 1
