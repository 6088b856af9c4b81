import { isStaff } from '#app/asker'
import { tables } from '#app/tables'
import { serveCall, stateObjects, type Teller } from '#engine/server'
import { alertChannelsCall, alertTypesCall, messagesCall, messageTypesCall } from '../model/message-calls'

const choices =
  (entity: string, field: string) =>
  async ({ model, say }: Teller) => ({ items: [...stateObjects({ model, say }, entity, field).values()] })

/**
 * The messages that applications offer to people of a type: the active ones, in their order. Only staff ask for another
 * type than their own.
 */
const messages = serveCall(messagesCall, async ({ db, actor }, { type_user }) => {
  const own = String(actor.facts['type_user'] ?? '')
  const type = isStaff(actor) ? (type_user ?? own) : own
  const rows = await tables(db)
    .selectFrom('messages')
    .select(['id', 'name', 'body'])
    .where('type', '=', type as '2')
    .where('state', '=', '1')
    .where('date_deleted', 'is', null)
    .orderBy('rank')
    .orderBy('id')
    .execute()
  return { items: rows }
})

export const choiceCalls = [
  messages,
  serveCall(messageTypesCall, choices('messages', 'type')),
  serveCall(alertTypesCall, choices('alerts', 'type')),
  serveCall(alertChannelsCall, choices('alerts', 'channel')),
]
