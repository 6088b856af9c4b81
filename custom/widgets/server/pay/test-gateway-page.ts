import { randomUUID } from 'node:crypto'
import { callLimit, type InboundCall } from '#engine/server'
import { reach } from './access'
import { eventTaken } from './payment-hooks'
import { HTML, payPage, type PageWords, type PayRuntime, safe, wordsFor } from './pay-page'
import { paymentRows } from './payment-row'
import { chooseCharge, readCharge, signTestEvent, type TestCharge } from './test-gateway'

const MAX_BYTES = 64 * 1024
const MAX_CALLS = 600
const countCall = callLimit('widgets.too_many')

/**
 * `/api/hooks/test_gateway/:id`: the page of the demo's own gateway. It stands for another's: what is chosen there
 * reaches us by a signed event.
 */
export const testGatewayPage: InboundCall = {
  path: 'test_gateway/:id',
  max_bytes: MAX_BYTES,
  async handle(runtime, request) {
    const {
      database: { db, transaction },
      now,
    } = runtime
    countCall(db, `gateway ${request.network}`, now(), MAX_CALLS)
    const id = request.params['id'] ?? ''
    const [charge, payment] = [
      await readCharge(db, id, now()),
      await paymentRows(db).where('p.provider_id', '=', id).executeTakeFirst(),
    ]
    const words = await wordsFor(runtime, request, payment?.id_client ?? null)
    if (!charge)
      return {
        status: 404,
        text: payPage(words, { title: words.say('title'), text: words.say('unknown') }),
        type: HTML,
      }
    if (request.method === 'GET' || charge.is_over || charge.state === 'paid')
      return { status: 200, text: shown(words, charge), type: HTML }
    const choice = new URLSearchParams(request.body.toString('utf8')).get('choice')
    await transaction((tx) => chooseCharge(tx, id, choice === 'pay' ? 'paid' : 'failed'))
    if (payment) await tell(runtime, id, payment.id_payment_gateway)
    return { status: 200, text: shown(words, (await readCharge(db, id, now())) ?? charge), type: HTML }
  },
}

/** The gateway's own call, made of the same bytes that would come from outside. */
async function tell(runtime: PayRuntime, provider_id: string, id_payment_gateway: number): Promise<void> {
  const { database, now } = runtime
  const body = JSON.stringify({ event: randomUUID(), provider_id })
  const signature = await signTestEvent(database.db, body, now())
  const reached = await reach(database, id_payment_gateway, now())
  const header = (name: string): string | null => (name === 'x-signature' ? signature : null)
  if (reached) await eventTaken(runtime, reached, { header, query: {}, body: Buffer.from(body) })
}

function shown(words: PageWords, { state, is_over, amount, currency }: TestCharge): string {
  const { say } = words
  const isOpen = state === 'pending' && !is_over
  const text = state === 'paid' ? 'paid' : is_over ? 'over' : state === 'failed' ? 'refused' : 'nothing_charged'
  const button = (choice: string): string => `<button name="choice" value="${choice}">${safe(say(choice))}</button>`
  return payPage(words, {
    title: say('title'),
    amount: `${amount.toFixed(2)} ${currency}`,
    text: say(text),
    form: isOpen ? `<form method="post">${button('pay')} ${button('refuse')}</form>` : '',
  })
}
