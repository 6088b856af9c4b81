import type { Say } from '#engine/ui'

/** `en 37 min`; once it is past, `hace 4 min`. */
export function toPickUp(at_ms: number, now_ms: number, say: Say): string {
  const length = lengthWords(Math.abs(at_ms - now_ms) / 60_000, say)
  return say(at_ms < now_ms ? 'services.timer.ago' : 'services.timer.in', { length })
}

/** Whole minutes, hours and days, the two greatest. */
export function lengthWords(minutes: number, say: Say): string {
  const whole = Math.max(0, Math.floor(minutes))
  if (whole < 60) return say('services.timer.min', { n: whole })
  if (whole < 60 * 24) return say('services.timer.h', { h: Math.floor(whole / 60), n: whole % 60 })
  return say('services.timer.d', { d: Math.floor(whole / 1440), h: Math.floor((whole % 1440) / 60) })
}
