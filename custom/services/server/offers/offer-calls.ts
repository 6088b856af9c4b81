import { serveCall } from '#engine/server'
import { offersCall, verifyAcceptedCall } from '../../model/request-calls'
import { readService } from '../read/read-services'
import { assertStaff } from '../search/call-context'
import { whySentence } from '../search/why-sentence'
import { readOffers, wire } from './read-offers'
import { requestStatus } from './request-status'

/** `GET dispatcher/verifyVehicleAccepted`: what a console polls while a driver is looked for. */
export const verifyAccepted = serveCall(verifyAcceptedCall, async (context, { id_service }) => {
  const status = await requestStatus(context, id_service)
  return { accepted: status.phase === 'assigned', status }
})

/** `GET dispatcher/offers`: who was asked, what they answered, and why they were chosen. */
export const offers = serveCall(offersCall, async (context, { id_service }) => {
  assertStaff(context)
  await readService(context, context.db, id_service)
  const items = await readOffers(context, id_service)
  return {
    items: items.map((offer) => {
      const { reason, idle_s, zone } = offer.why ?? {}
      const facts = {
        distance_m: offer.distance,
        duration_s: offer.duration,
        idle_s: Number(idle_s ?? 0),
        zone: { name: String(zone ?? '') },
      }
      return { ...wire(offer), reason_text: typeof reason === 'string' ? whySentence(context, reason, facts) : null }
    }),
  }
})
