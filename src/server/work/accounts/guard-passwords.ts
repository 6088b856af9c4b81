import { fieldTypes } from '../../../fields/data'
import { isStaffKind } from '../../../model/application'
import { typeOf } from '../../../model/canonical'
import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import type { HookContext, Hooks } from '../../language/feature/hooks'
import { engineMail } from '../mail/mail-kinds'
import { queueMail } from '../mail/queue-mail'
import { writeMail } from '../mail/write-mail'
import type { LiveWords } from '../../language/words/live-words'
import { assertSure } from '../../language/actor/confirmation'
import { passwordError } from '../../language/actor/password-rules'

/**
 * What holds for the two things that open an account, its password and its address, wherever they are set: the rules of
 * a password; that users change their own in the profile, which asks for the current one; that others' are set only by
 * who confirmed their own; and that the owner gets a mail, at the address of before.
 */
export const guardPasswords = (words: LiveWords): readonly Hooks[] => [
  {
    entity: 'users',
    async beforeSave(context, data, before) {
      const password = typeof data.password === 'string' && data.password !== '' ? data.password : null
      const isNewAddress = before !== null && data.email !== undefined && data.email !== before.email
      if (password === null && !isNewAddress) return data
      const isOwn = before !== null && before.id === context.actor.id
      if (password !== null) {
        const error =
          isOwn && !context.ownProfile
            ? { key: 'password_in_profile' }
            : await passwordError(password, { ...before, ...data })
        if (error) throw new AppError('VALIDATION', { errors: { password: error } })
      }
      const isStaff = isStaffKind(context.model.application, (before ?? data).type_user)
      // With the address somebody else's password can be recovered.
      if (
        isNewAddress &&
        isStaff &&
        !isOwn &&
        (before.email ?? null) !== null &&
        context.actor.facts.can_set_passwords !== true
      ) {
        throw new AppError('VALIDATION', { errors: { email: { key: 'address_is_login' } } })
      }
      // Clients and drivers are made, and their addresses written, all day long.
      if (isOwn || isStaff || (before !== null && password !== null)) await assertSure(context)
      // What is no address is refused at its field after this, and no mail could name it.
      if (before && !(isNewAddress && isRefused(context, data.email)))
        await announce(words, context, before, password !== null, isNewAddress ? String(data.email ?? '') : null)
      return data
    },
  },
]

function isRefused({ model }: HookContext, address: Json | undefined): boolean {
  const field = model.entities.users?.fields.email
  return (
    field !== undefined &&
    address !== null &&
    address !== undefined &&
    typeOf(field, fieldTypes).check(address, field) !== null
  )
}

async function announce(
  words: LiveWords,
  { tx, actor, now }: HookContext,
  before: JsonObject,
  isNewPassword: boolean,
  address: string | null,
): Promise<void> {
  if (typeof before.email !== 'string') return
  const language = typeof before.language === 'string' && before.language !== '' ? before.language : 'es'
  const fullName = (person: JsonObject): string => [person.name, person.surname].filter(Boolean).join(' ')
  const params = { name: fullName(before), by: fullName(actor.facts), address: address ?? '' }
  const keys = [
    ...(isNewPassword ? [before.id === actor.id ? 'changed' : 'password_set'] : []),
    ...(address === null ? [] : ['address_changed']),
  ]
  for (const key of keys) {
    await queueMail(
      tx,
      { recipient: before.email, ...(await writeMail(tx, words, engineMail(key), language, params)) },
      now,
    )
  }
}
