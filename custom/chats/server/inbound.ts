import { tables } from '#app/tables'
import { isObject, type Json, type JsonObject } from '#engine/model'
import { callLimit, type Db, type InboundAnswer, type InboundCall } from '#engine/server'
import { botContext } from '../../bots/server'
import { ADAPTERS, channelByKey } from './channels/adapters'
import { receive } from './talk/receive'
import { inTurn } from './talk/turns'

// A provider sends from few addresses, and what is signed is theirs; who guesses keys or signatures does so from one.
const MAX_CALLS = { all: 12_000, refused: 60 } as const
// WhatsApp's webhooks are at most 3 MB, Telegram's some kB.
const MAX_BYTES = 3 * 1024 * 1024
const countCall = callLimit('chats.too_many')

/**
 * `/api/hooks/chats/:key`: where WhatsApp and Telegram bring what people write. Nothing is read before its signature is
 * right.
 */
export const chatHook: InboundCall = {
  path: 'chats/:key',
  max_bytes: MAX_BYTES,
  async handle(runtime, request) {
    const {
      database: { db },
    } = runtime
    countCall(db, `hooks ${request.network}`, runtime.now(), MAX_CALLS.all)
    const refuse = (status: number): InboundAnswer => refused(db, request.network, runtime.now(), status)
    const channel = await inTurn(db, () => channelByKey(db, request.params['key'] ?? ''))
    if (!channel || channel.type === 'web') return refuse(404)
    const adapter = ADAPTERS[channel.type]
    const shaken = adapter.handshake?.(channel, request) ?? null
    if (shaken) return shaken.status === 200 ? shaken : refuse(shaken.status)
    if (!adapter.verify(channel, request)) return refuse(403)
    const body = objectOf(request.body)
    // It is signed, so it is theirs; what cannot be read would come again for days.
    if (body === null) return { status: 200 }
    // Kept as it came before anything is made of it: what is not understood today can be read tomorrow.
    const delivery = await keepDelivery(db, channel.id, body, runtime.now())
    const { taken, lost, error } = await receive(
      { ...(await botContext(runtime)), db, transaction: runtime.database.transaction },
      channel,
      adapter.parse(channel, body),
    )
    await tables(db).updateTable('chat_deliveries').set({ taken, lost, error }).where('id', '=', delivery).execute()
    const text = adapter.answer?.(body) ?? null
    return text === null ? { status: 200 } : { status: 200, text, type: 'application/json; charset=utf-8' }
  },
}

async function keepDelivery(db: Db, id_channel: number, body: JsonObject, now: Date): Promise<number> {
  const stamp = now.toISOString()
  const { id } = await tables(db)
    .insertInto('chat_deliveries')
    .values({ id_channel, body: storable(body), taken: 0, lost: 0, date_created: stamp, date_updated: stamp })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** JSON that a database takes: no NUL, no half of a pair. */
const storable = (body: JsonObject): string =>
  JSON.stringify(body)
    .replace(/\\u0000/g, '')
    .replace(/\\ud[89a-f][0-9a-f]{2}/gi, '\uFFFD')

function refused(db: Db, network: string, now: Date, status: number): InboundAnswer {
  countCall(db, `refused ${network}`, now, MAX_CALLS.refused)
  return { status }
}

function objectOf(body: Buffer) {
  try {
    const json = JSON.parse(body.toString('utf8')) as Json
    return isObject(json) ? json : null
  } catch {
    return null
  }
}
