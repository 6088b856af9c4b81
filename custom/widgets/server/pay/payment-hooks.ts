import { randomUUID } from 'node:crypto'
import { living } from '#app/tables'
import { callLimit, type InboundAnswer, type InboundCall } from '#engine/server'
import { GATEWAYS } from './gateway'
import { takeEvent } from './settle'
import { chooseCharge, readCharge, signTestEvent, testGateway, type TestCharge } from './test-gateway'

const MAX_BYTES = 64 * 1024
const MOST = 600
const countCall = callLimit('widgets.too_many')
const HTML = 'text/html; charset=utf-8'

type Runtime = Parameters<InboundCall['handle']>[0]

/** `/api/hooks/payments/:id`: the events of a gateway, by its row. Nothing is read before its signature is right. */
export const paymentHook: InboundCall = {
  path: 'payments/:id',
  max_bytes: MAX_BYTES,
  async handle(runtime, request) {
    const { database: { db }, now } = runtime
    countCall(db, `payments ${request.network}`, now(), MOST)
    const id = /^\d{1,9}$/.test(request.params['id'] ?? '') ? Number(request.params['id']) : 0
    const row = await living(db, 'payment_gateways').where('id', '=', id).where('state', '=', '1').select('type').executeTakeFirst()
    const gateway = GATEWAYS[row?.type ?? '']
    if (!gateway || request.method !== 'POST') return { status: 404 }
    return taken(runtime, id, await gateway.verify(db, request, now()))
  },
}

/** An event that was told before is answered like the first time: the provider is to stop. */
async function taken({ database: { transaction }, now }: Runtime, id: number, event: Awaited<ReturnType<typeof testGateway.verify>>): Promise<InboundAnswer> {
  if (event === null) return { status: 403 }
  await transaction((tx) => takeEvent(tx, id, event, now()))
  return { status: 200 }
}

/** `/api/hooks/test_gateway/:id`: the page of the demo's own gateway. It stands for another's: what is chosen there reaches us by a signed event. */
export const testGatewayPage: InboundCall = {
  path: 'test_gateway/:id',
  max_bytes: MAX_BYTES,
  async handle(runtime, request) {
    const { database: { db, transaction }, now } = runtime
    countCall(db, `gateway ${request.network}`, now(), MOST)
    const id = request.params['id'] ?? ''
    const charge = await readCharge(db, id, now())
    if (!charge) return { status: 404, text: page('No hay tal cobro.'), type: HTML }
    if (request.method === 'GET' || charge.is_over || charge.state === 'paid') return { status: 200, text: page(shown(charge), charge), type: HTML }
    const choice = new URLSearchParams(request.body.toString('utf8')).get('choice')
    await transaction((tx) => chooseCharge(tx, id, choice === 'pay' ? 'paid' : 'failed'))
    await tell(runtime, id)
    const after = await readCharge(db, id, now())
    return { status: 200, text: page(after ? shown(after) : '', after ?? undefined), type: HTML }
  },
}

/** The gateway's own call, made of the same bytes that would come from outside. */
async function tell(runtime: Runtime, provider_id: string): Promise<void> {
  const { database: { db }, now } = runtime
  const payment = await living(db, 'payments').where('provider_id', '=', provider_id).select('id_payment_gateway').executeTakeFirst()
  const body = JSON.stringify({ event: randomUUID(), provider_id })
  const signature = await signTestEvent(db, body, now())
  const event = await testGateway.verify(db, { header: (name) => (name === 'x-signature' ? signature : null), body: Buffer.from(body) }, now())
  if (payment?.id_payment_gateway) await taken(runtime, payment.id_payment_gateway, event)
}

const shown = ({ state, is_over }: TestCharge): string =>
  state === 'paid' ? 'Pagado. Ya puede cerrar esta ventana.' : is_over ? 'Este cobro venció.' : state === 'failed' ? 'Pago rechazado. Vuelva a su reserva para intentarlo otra vez.' : 'Pasarela de prueba: no se cobra nada.'

/** A page without a script; nothing of a person stands in it. */
function page(text: string, charge?: TestCharge): string {
  const isOpen = charge?.state === 'pending' && !charge.is_over
  const form = isOpen ? '<form method="post"><button name="choice" value="pay">Pagar</button> <button name="choice" value="refuse">Rechazar</button></form>' : ''
  const amount = charge ? `<p><strong>${charge.amount.toFixed(2)} ${charge.currency.replace(/[^A-Z]/g, '')}</strong></p>` : ''
  return `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Pasarela de prueba</title>
<style>body{font:16px/1.5 system-ui;max-width:26rem;margin:15vh auto;padding:0 1rem}button{font:inherit;padding:.6rem 1.2rem;min-height:44px}</style></head>
<body><main><h1>Pasarela de prueba</h1>${amount}<p role="status">${text}</p>${form}</main></body></html>`
}
