import { type RunAction, type ActionContext, failed, speakableProblem, type Queued, type Result } from './action'
import { bookForChat } from './book'
import { callWebhook } from './call-webhook'
import { cancelRide, whereIsDriver } from './own-ride'
import { findPlace } from './find-place'
import { quoteTrip } from './quote'

/** Every action that asks the world outside, by its name in `bot_actions`. */
const ACTS: { readonly [type in Queued]: RunAction } = {
  geocode: findPlace,
  quote: quoteTrip,
  book: bookForChat,
  where: whereIsDriver,
  cancel: cancelRide,
  webhook: callWebhook,
}

/**
 * Carries an action out. What a rule refuses is a result with its sentence; anything else is thrown, and tried again.
 */
export async function runAction(type: Queued, asked: ActionContext): Promise<Result> {
  try {
    return await ACTS[type](asked)
  } catch (cause) {
    return failed(speakableProblem(asked.call, cause))
  }
}
