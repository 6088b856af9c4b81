import type { Span } from '#engine/model'
import { isWindowOpen } from './high-demand-window'

/**
 * Whether a weekly schedule is open at a moment (ISO 8601 UTC) by the clock of an IANA zone; an empty one always is.
 */
export const opensAt = (hours: readonly Span[], date: string, timezone: string): boolean =>
  hours.length === 0 ||
  hours.some(({ day_of_week, time_start, time_end }) =>
    isWindowOpen(
      { days: String(day_of_week), time_from: time_start, time_to: time_end, valid_from: null, valid_to: null },
      date,
      timezone,
    ),
  )
