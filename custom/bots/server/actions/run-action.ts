import { bookRide } from './book'
import { callWebhook } from './call-webhook'
import { cancelRide, whereIsDriver } from './own-ride'
import { findPlace } from './find-place'
import { quoteTrip } from './quote'
import type { Act, Queued } from './action'

/** Every action that asks the world outside, by its name in `bot_actions`. */
export const ACTS: { readonly [type in Queued]: Act } = {
  geocode: findPlace, quote: quoteTrip, book: bookRide, where: whereIsDriver, cancel: cancelRide, webhook: callWebhook,
}
