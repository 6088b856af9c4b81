import { callLimit, type InboundCall } from '#engine/server'
import { type Reached, reach } from './access'
import { GatewayError } from './ask-gateway'
import { HTML, payPage, type PayRuntime, wordsFor } from './pay-page'
import { takeEvent } from './settle'

const MAX_BYTES = 64 * 1024
const MAX_CALLS = 600
const countCall = callLimit('widgets.too_many')

/** `/api/hooks/payments/:id`: the events of a gateway, by its row. Nothing is read before its signature is right. */
export const paymentHook: InboundCall = {
  path: 'payments/:id',
  max_bytes: MAX_BYTES,
  async handle(runtime, request) {
    const { database, now } = runtime
    countCall(database.db, `payments ${request.network}`, now(), MAX_CALLS)
    const id = /^\d{1,9}$/.test(request.params['id'] ?? '') ? Number(request.params['id']) : 0
    const reached = await reach(database, id, now())
    if (!reached || request.method !== 'POST') return { status: 404 }
    return { status: await eventTaken(runtime, reached, request) }
  },
}

/**
 * An event that was told before is answered like the first time: the provider is to stop. One that we could not look
 * into is told again.
 */
export async function eventTaken(
  { database, now }: PayRuntime,
  reached: Reached,
  request: Parameters<Reached['gateway']['verify']>[1],
): Promise<number> {
  try {
    const event = await reached.gateway.verify(reached.at, request)
    if (event === 'forged') return 403
    if (event !== null) await takeEvent(database, reached, event, now())
    return 200
  } catch (error) {
    if (error instanceof GatewayError) return 503
    throw error
  }
}

/** `/api/hooks/payment_return`: where a provider sends a payer who is done. */
export const paymentReturn: InboundCall = {
  path: 'payment_return',
  max_bytes: MAX_BYTES,
  async handle(runtime, request) {
    const words = await wordsFor(runtime, request, null)
    return {
      status: 200,
      text: payPage(words, { title: words.say('returned'), text: words.say('close_window') }),
      type: HTML,
    }
  },
}
