import { randomBytes } from 'node:crypto'
import { living } from '#app/tables'
import { callLimit, type InboundAnswer, type InboundCall } from '#engine/server'
import { type Reached, reach } from './access'
import { GatewayError } from './ask-gateway'
import { chargeToken } from './culqi'
import { inMinorUnits } from './minor-units'
import { HTML, payPage, type PageWords, safe, wordsFor } from './pay-page'
import { type Payment, paymentRows, totalOf } from './payment-row'
import { refresh } from './settle'

const MAX_BYTES = 16 * 1024
const MAX_CALLS = 120
const NONCE_BYTES = 16
const CHECKOUT = 'https://checkout.culqi.com'
const countCall = callLimit('widgets.too_many')

/**
 * `/api/hooks/culqi/:reference`: the page on which Culqi's own checkout takes the card; what we get is a token, which
 * is charged once.
 */
export const culqiPage: InboundCall = {
  path: 'culqi/:reference',
  max_bytes: MAX_BYTES,
  async handle(runtime, request) {
    const { database, now } = runtime
    countCall(database.db, `culqi ${request.network}`, now(), MAX_CALLS)
    const payment = await paymentRows(database.db)
      .where('p.reference', '=', request.params['reference'] ?? '')
      .executeTakeFirst()
    const reached = payment && (await reach(database, payment.id_payment_gateway, now()))
    const words = await wordsFor(runtime, request, payment?.id_client ?? null)
    const simple = (text: string, status = 200): InboundAnswer => ({
      status,
      text: payPage(words, { title: words.say('pay_ride'), text: words.say(text) }),
      type: HTML,
    })
    if (!payment?.provider_id || !reached) return simple('unknown', 404)
    try {
      await refresh(database, payment.id, now())
      const held = await paymentRows(database.db).where('p.id', '=', payment.id).executeTakeFirstOrThrow()
      if (held.state === 'paid') return simple('paid')
      if (held.state !== 'pending' || Date.parse(held.date_expires) <= now().getTime()) return simple('over')
      const token = new URLSearchParams(request.body.toString('utf8')).get('token') ?? ''
      if (request.method === 'GET') return checkout(words, reached, held)
      if (!/^[\w-]{8,60}$/.test(token)) return simple('refused')
      const payer = await living(database.db, 'users')
        .where('id', '=', held.id_client)
        .select('email')
        .executeTakeFirst()
      await chargeToken(
        reached.at,
        { reference: held.reference ?? '', provider_id: held.provider_id ?? '', paid_id: null },
        {
          token,
          email: payer?.email ?? '',
          amount: totalOf(held),
          currency: held.currency ?? '',
        },
      )
      await refresh(database, payment.id, now())
      return simple('paid')
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      return simple(error.isDown ? 'down' : 'refused', error.isDown ? 503 : 200)
    }
  },
}

/** Culqi's script runs on this page alone, and only what it needs is let in. */
function checkout(words: PageWords, { at: { public_key } }: Reached, payment: Payment): InboundAnswer {
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  const currency = payment.currency ?? ''
  const settings = {
    key: public_key ?? '',
    title: words.say('pay_ride'),
    currency,
    amount: inMinorUnits(totalOf(payment), currency),
    order: payment.provider_id,
  }
  const form = `<form method="post"><input type="hidden" name="token"><button type="button">${safe(words.say('pay'))}</button></form>
<script nonce="${nonce}" src="${CHECKOUT}/js/v4"></script>
<script nonce="${nonce}" type="application/json" id="charge">${JSON.stringify(settings).replaceAll('<', '\\u003c')}</script>
<script nonce="${nonce}">const c=JSON.parse(document.getElementById('charge').textContent),f=document.forms[0];Culqi.publicKey=c.key;
Culqi.settings({title:c.title,currency:c.currency,amount:c.amount,order:c.order});f.querySelector('button').onclick=()=>Culqi.open();
window.culqi=()=>{if(Culqi.token){f.token.value=Culqi.token.id;Culqi.close();f.submit()}else if(Culqi.order)location.reload()}</script>`
  const policy =
    `default-src 'none'; script-src 'nonce-${nonce}' ${CHECKOUT}; style-src 'unsafe-inline' https://*.culqi.com; img-src 'self' data: https://*.culqi.com; ` +
    "font-src https://*.culqi.com; connect-src https://*.culqi.com; frame-src https://*.culqi.com; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
  const amount = `${totalOf(payment).toFixed(2)} ${currency}`
  return {
    status: 200,
    text: payPage(words, { title: words.say('pay_ride'), amount, text: words.say('with_culqi'), form }),
    type: HTML,
    policy,
  }
}
