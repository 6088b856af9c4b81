import type { JsonObject } from '../../../model/json'
import { DAY_MS } from '../../../model/values/zone-time'

const DEFAULT_DAYS = 90

/** Days for which a removed record can be had back, by the setting `removed_days`. */
export function keptDays({ removed_days }: JsonObject): number {
  const days = Number(removed_days)
  return Number.isFinite(days) && days >= 1 ? Math.floor(days) : DEFAULT_DAYS
}

/** What was removed before this moment is no longer had back. */
export const keptSince = (settings: JsonObject, now: Date): string =>
  new Date(now.getTime() - keptDays(settings) * DAY_MS).toISOString()

/** When a record that was removed then is gone for good. */
export const goneAt = (settings: JsonObject, removed: string): string =>
  new Date(Date.parse(removed) + keptDays(settings) * DAY_MS).toISOString()
