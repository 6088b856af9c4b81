import type { Each } from '../stat'
import { dateTimeText, weekHourText } from './shown-date'

/**
 * What a length of time is called that numbers are gathered by.
 * @param key its start, of an hour of the week its number
 */
export function partTimeText(
  key: string,
  each: Each,
  { language, zone }: { readonly language: string; readonly zone: string },
): string {
  if (each === 'hour') return dateTimeText(key, zone)
  if (each === 'hour_of_week') return weekHourText(Number(key), language)
  const day = Date.parse(`${key}T00:00:00Z`)
  const written = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(day)
  if (each === 'year') return key.slice(0, 4)
  if (each === 'month') return written({ month: 'short', year: 'numeric' })
  return written({ day: '2-digit', month: '2-digit', year: '2-digit' })
}
