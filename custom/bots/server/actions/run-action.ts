import { type Act, type Asked, failed, problemOf, type Queued, type Result } from './action'
import { bookRide } from './book'
import { callWebhook } from './call-webhook'
import { cancelRide, whereIsDriver } from './own-ride'
import { findPlace } from './find-place'
import { quoteTrip } from './quote'

/** Every action that asks the world outside, by its name in `bot_actions`. */
const ACTS: { readonly [type in Queued]: Act } = {
  geocode: findPlace,
  quote: quoteTrip,
  book: bookRide,
  where: whereIsDriver,
  cancel: cancelRide,
  webhook: callWebhook,
}

/**
 * Carries an action out. What a rule refuses is a result with its sentence; anything else is thrown, and tried again.
 */
export async function runAction(type: Queued, asked: Asked): Promise<Result> {
  try {
    return await ACTS[type](asked)
  } catch (cause) {
    return failed(problemOf(asked.call, cause))
  }
}
