import { KIND } from '#app/asker'
import { living, visible } from '#app/tables'
import { phoneForms } from '../../../users/server'
import type { ActionContext } from './action'

/** The client who rides, or why a person has to look at it. */
type Rider = { readonly id: number } | { readonly problem: string }

/**
 * The client of a conversation: whom its channel vouches for; else whoever has the number that was given, or a new
 * client. A number that anybody may write never books at a company's expense, nor for a client who is blocked.
 */
export async function riderOf({ call, chat, vars }: ActionContext): Promise<Rider> {
  if (chat.id_client !== null) {
    const own = await visible(call.db, call, 'users')
      .where('id', '=', chat.id_client)
      .where('type_user', '=', KIND.client)
      .where('state', '=', '1')
      .select('id')
      .executeTakeFirst()
    return own ?? { problem: call.say('bots.not_for_you') }
  }
  const phone = chat.phone ?? String(vars['phone'] ?? '')
  const digits = phone.replace(/\D/g, '')
  if (digits.length < 7) return { problem: call.say('bots.no_phone') }
  // Whoever has the number, in anybody's scope: a second account for the same person would be none of theirs.
  const known = await living(call.db, 'users')
    .where('type_user', '=', KIND.client)
    .where('phone', 'in', phoneForms(phone))
    .select(['id', 'id_company', 'state'])
    .orderBy('id')
    .limit(2)
    .execute()
  if (known.length === 0) return newClient(call, phone, vars['name'])
  const [one] = known
  if (!one || known.length > 1 || one.state !== '1' || (one.id_company !== null && chat.phone === null))
    return { problem: call.say('bots.not_for_you') }
  const own = await visible(call.db, call, 'users').where('id', '=', one.id).select('id').executeTakeFirst()
  return own ?? { problem: call.say('bots.not_for_you') }
}

async function newClient(call: ActionContext['call'], phone: string, name: unknown): Promise<Rider> {
  const given = typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 80) : call.say('bots.unnamed')
  return call.records.write(async ({ save }) => ({
    id: Number((await save('clients', { name: given, phone }, 'bot')).id),
  }))
}
