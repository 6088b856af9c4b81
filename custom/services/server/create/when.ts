import { type JsonObject, wrong, DAY_MS } from '#engine/model'
import type { ServiceInput } from '../../model/service-input'
import type { ProductRules } from './product-rules'

/** The form stays open for a moment after its time is chosen. */
const GRACE_MS = 60_000
/** Default limit of days ahead for a booking: a year, so that a mistyped year is reported. */
export const MAX_DAYS_AHEAD = 366

/** Limits on a booking's moments: those of its product, and how many days ahead at most. */
type BookingRules = ProductRules & { readonly most_days: number }

/** Adds the settings' `most_days_ahead`, or the default if that is no positive number. */
export function withMostDays(rules: ProductRules, settings: JsonObject): BookingRules {
  const days = Number(settings['most_days_ahead'] ?? MAX_DAYS_AHEAD)
  return { ...rules, most_days: days > 0 ? days : MAX_DAYS_AHEAD }
}

/**
 * The moments of a booking, ISO 8601 UTC; `[null]`: now.
 * @param known a date that the service already has, which may be too near or too far
 * @throws {AppError} VALIDATION at `scheduled`, `scheduled_dates` or `scheduled_dates.0`
 */
export function bookedDates(
  input: Pick<ServiceInput, 'scheduled' | 'scheduled_dates' | 'date_scheduled'>,
  rules: BookingRules,
  now: Date,
  known: string | null = null,
): readonly (string | null)[] {
  if (input.scheduled !== 1) {
    if (!rules.allow_service_inmediate) throw wrong('scheduled', 'services.not_immediate')
    return [null]
  }
  if (!rules.allow_service_scheduled) throw wrong('scheduled', 'services.not_scheduled')
  const many = input.scheduled_dates ?? []
  const asked = many.length > 0 ? many : input.date_scheduled ? [input.date_scheduled] : []
  if (asked.length === 0) throw wrong('scheduled_dates', 'required')
  const earliest_ms = now.getTime() + rules.min_time_to_schedule * 60_000 - GRACE_MS
  const dates: string[] = []
  asked.forEach((text, i) => {
    const field = `scheduled_dates.${i}`
    const time_ms = Date.parse(text)
    if (Number.isNaN(time_ms)) throw wrong(field, 'datetime')
    const date = new Date(time_ms).toISOString()
    if (dates.includes(date)) throw wrong(field, 'services.same_date')
    if (date !== known && time_ms < earliest_ms) {
      throw time_ms < now.getTime() - GRACE_MS
        ? wrong(field, 'services.past')
        : wrong(field, 'services.too_soon', { minutes: rules.min_time_to_schedule })
    }
    if (date !== known && time_ms > now.getTime() + rules.most_days * DAY_MS)
      throw wrong(field, 'services.too_far', { days: rules.most_days })
    dates.push(date)
  })
  return dates
}

/** When a booking goes on air: early enough for a driver to be found and arrive. */
export function onAirOf(date: string, rules: ProductRules, settings: JsonObject): string {
  const minutes = Math.max(Number(settings['minutes_on_air'] ?? 20), rules.min_time_to_onway)
  return new Date(Date.parse(date) - minutes * 60_000).toISOString()
}
