import type { Entity } from './entity'
import type { JsonObject } from './json'

/** Names of a range of days beside a list's filters (spec 1 §7). */
const DAY_KEYS = ['date_from', 'date_to'] as const

/**
 * Whether the entity has fields of these names, as a statement has the period that it is about: then they are filters
 * like any other.
 */
export const hasOwnDays = (entity: Pick<Entity, 'fields'> | undefined): boolean =>
  entity !== undefined && DAY_KEYS.some((key) => Object.hasOwn(entity.fields, key))

/** The filters of a list as the wire has them: the range of days beside those by fields. */
export function splitDays(
  filter: JsonObject,
  entity: Pick<Entity, 'fields'> | undefined,
): { readonly days: JsonObject; readonly filters: JsonObject } {
  if (hasOwnDays(entity)) return { days: {}, filters: filter }
  const isDay = (key: string): boolean => DAY_KEYS.some((one) => one === key)
  const part = (wanted: boolean): JsonObject =>
    Object.fromEntries(Object.entries(filter).filter(([key]) => isDay(key) === wanted))
  return { days: part(true), filters: part(false) }
}
