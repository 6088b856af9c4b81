import { isStaff } from '#app/asker'
import { type Actor, AppError, scopeIds } from '#engine/model'

/** The books have no branch: they are for staff of the whole house. @throws {AppError} FORBIDDEN */
export function assertHouseStaff(actor: Actor): void {
  if (!isStaff(actor)) throw new AppError('FORBIDDEN')
  if (scopeIds(actor, 'branch') !== null) throw new AppError('FORBIDDEN', { say: 'ledger.whole_house' })
}
