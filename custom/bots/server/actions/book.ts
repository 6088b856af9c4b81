import { makeServices, readService } from '../../../services/server'
import { type RunAction, assertRight, failed } from './action'
import { riderOf } from './client-of'
import { spokenDate, offerFor, offerVars, spokenStops } from './quote'

/**
 * Books the ride as an operator would: by the same call, with all its rules. The price is the one that was told: where
 * it has changed since, nothing is booked and the flow goes on by default. Done again it makes nothing twice.
 */
export const bookForChat: RunAction = async (asked) => {
  const { call, vars, quote, key } = asked
  const stops = spokenStops(asked)
  if (!stops) return failed(call.say('bots.no_trip'))
  assertRight(call, 'dispatcher', 'edit')
  const rider = await riderOf(asked)
  if ('problem' in rider) return failed(rider.problem)
  const offer = await offerFor(
    { ...asked, bot: { ...asked.bot, id_product: quote?.id_product ?? asked.bot.id_product } },
    rider.id,
  )
  if ('problem' in offer) return failed(offer.problem)
  const told = offerVars(asked, offer)
  if (quote && quote.price !== null && quote.price !== offer.price) {
    const problem = call.say('bots.price_changed', { price: String(told.price) })
    return {
      ok: false,
      vars: { ...told, problem },
      note: 'price_changed',
      quote: { token: offer.token, id_product: offer.id_product, id_client: rider.id, price: offer.price },
    }
  }
  const date = spokenDate(asked)
  const notes = typeof vars['notes'] === 'string' ? vars['notes'].slice(0, 1000) : null
  const [id = 0] = await makeServices(call, {
    id_client: rider.id,
    id_product: offer.id_product,
    quote: offer.token,
    stops: [...stops],
    notes,
    idempotency: key,
    ...(date === null ? { after: 'search' as const } : { scheduled: 1, scheduled_dates: [date] }),
  })
  const service = await readService(call, call.db, id, { everywhere: true })
  return { ok: true, id_service: id, quote: null, vars: { ...told, service: id, state: service.state_obj.name } }
}
