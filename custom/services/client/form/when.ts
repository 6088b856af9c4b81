import { nextDate } from './dates'
import type { ServiceDraft } from './draft'

/**
 * What changes when a service becomes one for now, or a booking, which begins with one date.
 * @param min_time_to_schedule minutes
 */
export const withWhen = (
  { dates }: ServiceDraft,
  when: ServiceDraft['when'],
  min_time_to_schedule: number,
  now_ms = Date.now(),
): Partial<ServiceDraft> => ({
  when,
  ...(when === 'booking' && dates.length === 0 ? { dates: [nextDate([], now_ms, min_time_to_schedule)] } : {}),
})
