import type { Say } from '#engine/ui'

/** How long it is from one moment to a later one, in the two largest units. */
export function timeBetweenText(from: string, to: string, say: Say): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))
  if (seconds < 60) return say('services.history.span.s', { s: seconds })
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return say('services.history.span.min', { min: minutes, s: seconds % 60 })
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return say('services.history.span.h', { h: hours, min: minutes % 60 })
  return say('services.history.span.d', { d: Math.floor(hours / 24), h: hours % 24 })
}
