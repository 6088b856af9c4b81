import type { Say } from '#engine/ui'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago something was, in one short unit: `hace 12 s`, `hace 5 min`, `hace 3 h`. */
export function ageWords(age_s: number, say: Say): string {
  if (age_s < 5) return say('dispatcher.age.now')
  if (age_s < MINUTE) return say('dispatcher.age.s', { n: Math.floor(age_s) })
  if (age_s < HOUR) return say('dispatcher.age.min', { n: Math.floor(age_s / MINUTE) })
  if (age_s < 2 * DAY) return say('dispatcher.age.h', { n: Math.floor(age_s / HOUR) })
  return say('dispatcher.age.d', { n: Math.floor(age_s / DAY) })
}

/** Seconds since an ISO moment, never below 0: clocks of devices run ahead. */
export const ageOf = (iso: string, now_ms: number): number => Math.max(0, (now_ms - Date.parse(iso)) / 1000)
