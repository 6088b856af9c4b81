import { KIND } from '#app/asker'
import { tables, visible } from '#app/tables'
import { AppError, wrong } from '#engine/model'
import { type CallContext, serveCall, type Tx } from '#engine/server'
import { phoneForms } from '../../../users/server'
import { newClientCall, setClientCall } from '../../model/chat-calls'
import { lockOwn } from './own-chats'

/**
 * `POST chats/:id/setClient`: only a client whom the asker sees; whoever was linked meanwhile by somebody else stays.
 */
const setClient = serveCall(setClientCall, async (context, { id, id_client, from = null }) => {
  if (id_client !== null) await assertClient(context, id_client)
  await context.transaction((tx) => link(context, tx, id, { id_client, from }))
  return { id_client, msg: context.say(id_client === null ? 'chats.unlinked' : 'chats.linked') }
})

/** `POST chats/:id/newClient`: by the right, and under the rules, of the catalogue of clients. */
const newClient = serveCall(newClientCall, async (context, { id, name, phone }) => {
  await assertUnknown(context, phone)
  const id_client = await context.records.write(async ({ tx, save }) => {
    const made = Number((await save('clients', { name: name.trim(), phone: phone.trim() })).id)
    await link(context, tx, id, { id_client: made, from: null })
    return made
  })
  return { id_client, msg: context.say('chats.linked') }
})

export const personCalls = [setClient, newClient]

async function assertClient({ records }: CallContext, id: number): Promise<void> {
  try {
    await records.read('clients', id)
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') throw wrong('id_client', 'ref')
    throw error
  }
}

/** A second record of somebody whom the asker sees would be the same person twice. */
async function assertUnknown(context: CallContext, phone: string): Promise<void> {
  if (phone.replace(/\D/g, '').length < 9) return
  const known = await visible(context.db, context, 'users')
    .where('type_user', '=', KIND.client)
    .where('phone', 'in', phoneForms(phone))
    .select(['name', 'surname'])
    .limit(1)
    .executeTakeFirst()
  if (known)
    throw new AppError('VALIDATION', {
      errors: {
        phone: { key: 'client_phone_known', params: { name: [known.name, known.surname].filter(Boolean).join(' ') } },
      },
    })
}

/** @throws {AppError} CONFLICT where somebody else has said meanwhile who it is */
async function link(
  context: CallContext,
  tx: Tx,
  id: number,
  { id_client, from }: { readonly id_client: number | null; readonly from: number | null },
): Promise<void> {
  await lockOwn(context, tx, id)
  const done = await tables(tx)
    .updateTable('chats')
    .set({ id_client, date_updated: context.now().toISOString() })
    .where('id', '=', id)
    .where('id_client', from === null ? 'is' : '=', from)
    .returning('id')
    .executeTakeFirst()
  if (!done) throw new AppError('CONFLICT', { say: 'chats.linked_meanwhile' })
}
