import { pick, type Random } from '../../demo/model/random'
import { assignmentCall, availableCall } from '../../drivers/model/bookings-call'
import type { RideStep } from '../../drivers/model/driver-wire'
import { driverMessagesCall, driverReadCall, driverWriteCall } from '../../drivers/model/messages-call'
import { offerAcceptCall, offerRejectCall } from '../../drivers/model/offers-call'
import { panicCall } from '../../drivers/model/panic-call'
import {
  rideArriveCall, rideFinishCall, rideNoShowCall, rideOnwayCall, rideReleaseCall, rideStartCall, rideWaitingCall, stopReachedCall,
} from '../../drivers/model/rides-call'
import { shiftPauseCall, shiftResumeCall, shiftStartCall } from '../../drivers/model/shift-call'
import type { LatLng } from '../../geo/model/lat-lng'
import type { Act } from '../model/driver-mind'
import { REPLIES } from '../model/whims'
import type { HttpCalls } from './http-calls'

const STEPS = {
  onway: rideOnwayCall, waiting: rideWaitingCall, start: rideStartCall, arrive: rideArriveCall, finish: rideFinishCall,
  release: rideReleaseCall, noShow: rideNoShowCall,
} as const satisfies { readonly [step in RideStep]: unknown }

/** Who does it: his session, where he is, and the numbers by which he picks his words. */
export interface Doer {
  readonly token: string
  readonly at: LatLng
  readonly random: Random
}

/** Makes the calls that an act is. @throws {Refused} as the server answers */
export async function doAct(api: HttpCalls, act: Act, { token, at, random }: Doer): Promise<void> {
  if (act.do === 'startShift') await api.call(shiftStartCall, {}, token)
  else if (act.do === 'accept') await api.call(offerAcceptCall, { id: act.id_offer }, token)
  else if (act.do === 'reject') await api.call(offerRejectCall, { id: act.id_offer }, token)
  else if (act.do === 'stop') await api.call(stopReachedCall, { id: act.id, id_stop: act.id_stop, left: act.left }, token)
  else if (act.do === 'step') await api.call(STEPS[act.step], { id: act.id }, token)
  else if (act.do === 'panic') await api.call(panicCall, { lat: at[0], lng: at[1], id_service: act.id }, token)
  else if (act.do === 'pause') await api.call(shiftPauseCall, {}, token)
  else if (act.do === 'resume') await api.call(shiftResumeCall, {}, token)
  else if (act.do === 'forward') await putForward(api, token)
  else await reply(api, token, random)
}

/** Puts his name on the first booking that he could have and has not asked for. */
async function putForward(api: HttpCalls, token: string): Promise<void> {
  const { items } = await api.call(availableCall, {}, token)
  const open = items.find(({ assignment }) => assignment === null)
  if (open) await api.call(assignmentCall, { id_service: open.service.id }, token)
}

/** Reads what the operators wrote, and answers once. */
async function reply(api: HttpCalls, token: string, random: Random): Promise<void> {
  const { items } = await api.call(driverMessagesCall, {}, token)
  const unread = items.filter(({ from_driver, date_read }) => from_driver === 0 && date_read === null)
  if (unread.length === 0) return
  await api.call(driverReadCall, { ids: unread.map(({ id }) => id) }, token)
  const last = unread.at(-1)
  await api.call(driverWriteCall, { body: pick(random, REPLIES), idempotency: `reply-to-${last?.id}`, id_service: last?.id_service ?? null }, token)
}
