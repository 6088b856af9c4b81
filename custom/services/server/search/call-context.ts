import { isStaff } from '#app/asker'
import { AppError } from '#engine/model'
import type { CallContext } from '#engine/server'
import { placesOf } from '../../../geo/server'
import type { DispatchContext } from './dispatch-context'
import { dispatchSettings } from './dispatch-settings'

/** The context of the search, for a user's call. */
export function dispatchOf(context: CallContext): DispatchContext {
  const { db, transaction, now, settings } = context
  return { db, transaction, now, settings: dispatchSettings(settings), places: placesOf(context) }
}

/** Only staff request, assign and take off drivers (spec 1 §6). @throws {AppError} FORBIDDEN */
export function assertStaff({ actor }: CallContext): void {
  if (!isStaff(actor)) throw new AppError('FORBIDDEN')
}
