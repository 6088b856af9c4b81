import { isObject, type Json, type JsonObject } from '../../../model/json'
import { hasOwnDays } from '../../../model/list-days'
import { isCalendarDate } from '../../../model/values/calendar'
import type { RecordContext } from '../record-context'

/**
 * The filters of a list that finds what several filters find together; null where one address cannot say it.
 * @param wider filters of the list
 * @param narrower filters of a number and of one of its parts
 */
export function joinedFilters(...all: readonly JsonObject[]): JsonObject | null {
  const joined: { [name: string]: Json } = {}
  for (const filters of all) {
    for (const [name, asked] of Object.entries(filters)) {
      const both = Object.hasOwn(joined, name) ? joinedFilter(name, joined[name] ?? null, asked) : asked
      if (both === undefined) return null
      joined[name] = both
    }
  }
  return joined
}

/** What two filters of one field find together; undefined where one filter cannot say it. */
function joinedFilter(name: string, one: Json, other: Json): Json | undefined {
  if (name in DAYS && typeof one === 'string' && typeof other === 'string')
    return one < other === (DAYS[name] === 1) ? other : one
  if (JSON.stringify(one) === JSON.stringify(other)) return one
  if (isObject(one) && isObject(other)) return joinedRange(one, other)
  const [left, right] = [valuesOf(one), valuesOf(other)]
  if (!left || !right) return undefined
  const both = left.filter((value) => right.some((also) => String(also) === String(value)))
  return both.length === 0 ? undefined : both.length === 1 ? both[0] : both
}

/** The range of days beside a list's filters. */
const DAYS: { readonly [name: string]: 1 | -1 } = { date_from: 1, date_to: -1 }

const valuesOf = (asked: Json): readonly Json[] | null =>
  Array.isArray(asked) ? asked : asked === null || isObject(asked) ? null : [asked]

const BOUNDS = { gte: 1, gt: 1, lte: -1, lt: -1 } as const
type Bound = keyof typeof BOUNDS
const isBound = (key: string): key is Bound => Object.hasOwn(BOUNDS, key)

/** Bounds of texts of one form: days, or moments. */
function joinedRange(one: JsonObject, other: JsonObject): JsonObject | undefined {
  const joined: { [key: string]: Json } = { ...one }
  for (const [key, value] of Object.entries(other)) {
    const known = joined[key]
    if (known === undefined) joined[key] = value
    else if (!isBound(key) || typeof known !== 'string' || typeof value !== 'string' || known.length !== value.length)
      return undefined
    else joined[key] = known < value === (BOUNDS[key] === 1) ? value : known
  }
  return joined
}

/** A filter of the days that a list is about, as its range of days: the console shows that one. */
export function asDays(
  name: string,
  asked: Json,
  { entity, resource }: Pick<RecordContext, 'entity' | 'resource'>,
): JsonObject {
  const isRange =
    isObject(asked) &&
    Object.entries(asked).every(
      ([key, day]) => (key === 'gte' || key === 'lte') && typeof day === 'string' && isCalendarDate(day),
    )
  if (!isRange || hasOwnDays(entity) || name !== (resource.list.days?.f ?? 'date_created')) return { [name]: asked }
  return {
    ...(asked.gte !== undefined && { date_from: asked.gte }),
    ...(asked.lte !== undefined && { date_to: asked.lte }),
  }
}
