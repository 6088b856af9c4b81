import { isObject, type Json } from '#engine/model'
import { callLimit, type Db, type InboundAnswer, type InboundCall } from '#engine/server'
import { botContext } from '../../bots/server'
import { ADAPTERS, channelByKey } from './channels/adapters'
import { receive } from './talk/receive'
import { inTurn } from './talk/turns'

// A provider sends from few addresses, and what is signed is theirs; who guesses keys or signatures does so from one.
const MOST = { all: 12_000, refused: 60 } as const
// WhatsApp's webhooks are at most 3 MB, Telegram's some kB.
const MAX_BYTES = 3 * 1024 * 1024
const countCall = callLimit('chats.too_many')

/** `/api/hooks/chats/:key`: where WhatsApp and Telegram bring what people write. Nothing is read before its signature is right. */
export const chatHook: InboundCall = {
  path: 'chats/:key',
  max_bytes: MAX_BYTES,
  async handle(runtime, request) {
    const { database: { db } } = runtime
    countCall(db, `hooks ${request.network}`, runtime.now(), MOST.all)
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
    await receive({ ...await botContext(runtime), db, transaction: runtime.database.transaction }, channel, adapter.parse(channel, body))
    const text = adapter.answer?.(body) ?? null
    return text === null ? { status: 200 } : { status: 200, text, type: 'application/json; charset=utf-8' }
  },
}

function refused(db: Db, network: string, now: Date, status: number): InboundAnswer {
  countCall(db, `refused ${network}`, now, MOST.refused)
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
