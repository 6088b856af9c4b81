import { tables, living, visible } from '#app/tables'
import { iso, serveCall, stateObjects } from '#engine/server'
import { serviceScope } from '../../../services/server'
import { OVER } from '../../../service-states/model'
import { answersCall, besideCall } from '../../model/chat-calls'
import { fillAnswer } from '../../model/fill-answer'
import { readChat } from './read-chats'

const MAX_RIDES = 5
const MAX_ANSWERS = 200

/** `GET chats/:id/beside`: the client and their rides, as far as the asker may see them. */
const beside = serveCall(besideCall, async (context, { id }) => {
  const { db } = context
  await readChat(context, db, id)
  const chat = await tables(db).selectFrom('chats').where('id', '=', id).select('id_client').executeTakeFirst()
  if (!chat?.id_client) return { client: null, is_hidden: false, rides: [] }
  const client = await visible(db, context, 'users')
    .where('id', '=', chat.id_client)
    .select(['id', 'name', 'surname', 'phone'])
    .executeTakeFirst()
  const states = stateObjects(context, 'services')
  const rides = await living(db, 'services as s')
    .where('s.id_client', '=', chat.id_client)
    .where(serviceScope(context, 's'))
    .select(['s.id', 's.state', 's.org_address', 's.dst_address', iso('s.date_created').$notNull().as('date_created')])
    .orderBy('s.id', 'desc')
    .limit(MAX_RIDES)
    .execute()
  return {
    client: client
      ? { id: client.id, name: [client.name, client.surname].filter(Boolean).join(' '), phone: client.phone }
      : null,
    is_hidden: client === undefined,
    rides: rides.map(({ state, ...ride }) => ({
      ...ride,
      state_obj: plain(states.get(state ?? ''), state ?? ''),
      over: Number((OVER as readonly string[]).includes(state ?? '')),
    })),
  }
})

const plain = (
  state: { readonly id: string; readonly name: string; readonly color: string } | undefined,
  id: string,
) => (state ? { id: state.id, name: state.name, color: state.color } : { id, name: id, color: '' })

const answers = serveCall(answersCall, async (context, { id }) => {
  const { db, actor, settings } = context
  const { name, phone } = await readChat(context, db, id)
  const me = await living(db, 'users').where('id', '=', actor.id).select('name').executeTakeFirst()
  const rows = await visible(db, context, 'canned_answers')
    .where('state', '=', '1')
    .select(['id', 'name', 'text'])
    .orderBy('name')
    .limit(MAX_ANSWERS)
    .execute()
  const values = {
    name: name?.split(' ')[0] ?? null,
    phone,
    agent: me?.name ?? null,
    brand: String(settings['brand'] ?? ''),
  }
  return { items: rows.map((row) => ({ id: row.id, name: row.name, text: fillAnswer(row.text ?? '', values) })) }
})

export const besideCalls = [beside, answers]
