import { instantOf, zonedText } from '#engine/model'

/** A moment as a box for date and hour has it, on the clock of a zone: `2026-11-28T14:30`. */
export const boxText = (moment: string, zone: string): string => zonedText(moment, zone).slice(0, 16).replace(' ', 'T')

/** The moment that such a text names; null: none. */
export function typedMoment(text: string, zone: string): string | null {
  const [date = '', time = ''] = text.split('T')
  return time === '' ? null : instantOf({ date, time: time.slice(0, 5) }, zone)
}

/** A moment as people read it. */
export const momentText = (moment: string, language: string, zone: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(
    new Date(moment),
  )
