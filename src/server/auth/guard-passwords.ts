import { AppError } from '../../model/errors'
import type { Hooks } from '../feature'
import { passwordFault } from './password-rules'

/** What holds for a password wherever it is set: its rules, and that one's own is changed in the profile, where the current one is asked. */
export const guardPasswords: readonly Hooks[] = [
  {
    entity: 'users',
    async beforeSave({ actor, ownProfile }, data, before) {
      const { password } = data
      if (typeof password !== 'string' || password === '') return data
      if (before && before.id === actor.id && !ownProfile) throw new AppError('VALIDATION', { errors: { password: { key: 'password_in_profile' } } })
      const fault = passwordFault(password, { ...before, ...data })
      if (fault) throw new AppError('VALIDATION', { errors: { password: fault } })
      return data
    },
  },
]
