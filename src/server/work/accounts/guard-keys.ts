import { isStaffKind } from '../../../model/application'
import { AppError } from '../../../model/errors'
import type { JsonObject } from '../../../model/json'
import type { HookContext, Hooks } from '../../language/feature/hooks'

/**
 * What a program does to no account, whatever its owner may do: set a password, move an address that somebody logs in
 * with, give or take a role, and write accounts of staff or with a role at all.
 */
export const guardKeys: readonly Hooks[] = [
  {
    entity: 'users',
    async beforeSave(context, data, before) {
      if (!context.actor.key) return data
      const after = { ...before, ...data }
      if ([before, after].some((account) => account !== null && hasRights(context, account)))
        throw new AppError('FORBIDDEN', { say: 'errors.key_account' })
      const isOpened = typeof data.password === 'string' && data.password !== ''
      const isMoved =
        before !== null && (before.email ?? null) !== null && data.email !== undefined && data.email !== before.email
      if (isOpened || isMoved)
        throw new AppError('VALIDATION', { errors: { [isOpened ? 'password' : 'email']: { key: 'not_by_key' } } })
      return data
    },
    async beforeRemove(context, record) {
      if (context.actor.key && hasRights(context, record))
        throw new AppError('FORBIDDEN', { say: 'errors.key_account' })
    },
  },
]

const hasRights = ({ model: { application } }: HookContext, { type_user, id_role }: JsonObject): boolean =>
  isStaffKind(application, type_user) || (id_role ?? null) !== null
