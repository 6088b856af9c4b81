import { AppError } from '../../model/errors'
import type { Hooks } from '../feature/hooks'
import { passwordError } from './password-rules'

/** What holds for a password wherever it is set: its rules, and that users change their own in the profile, which asks for the current one. */
export const guardPasswords: readonly Hooks[] = [
  {
    entity: 'users',
    async beforeSave({ actor, ownProfile }, data, before) {
      const { password } = data
      if (typeof password !== 'string' || password === '') return data
      const isOwn = before !== null && before.id === actor.id && !ownProfile
      const error = isOwn ? { key: 'password_in_profile' } : passwordError(password, { ...before, ...data })
      if (error) throw new AppError('VALIDATION', { errors: { password: error } })
      return data
    },
  },
]
