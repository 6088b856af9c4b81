import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import { todayIn } from '../../../model/values/zone-time'

/**
 * Whether somebody's last day of access (`YYYY-MM-DD`, by the clock of the house) is behind them; those with full
 * access have none.
 */
export function isAccessOver(until: Json | undefined, isRoot: boolean, settings: JsonObject, now: Date): boolean {
  if (typeof until !== 'string' || until === '' || isRoot) return false
  const zone = settings['timezone']
  return todayIn(typeof zone === 'string' && zone !== '' ? zone : 'UTC', now) > until.slice(0, 10)
}

export const accessEnded = (): AppError => new AppError('LOGIN_FAILED', { say: 'errors.account_ended' })
