import { type DisplayStyle, numberText } from '#engine/ui'

const METRES: { readonly [unit: string]: number } = { km: 1000, mi: 1609.344 }

/** How far and how long: `12.3 km · 31 min`. */
export const routeText = (
  { distance, duration }: { readonly distance: number; readonly duration: number },
  style: DisplayStyle,
): string => `${distanceText(distance, style)} · ${minutesText(duration)}`

/** Metres in the company's unit, with one decimal. */
export function distanceText(metres: number, style: DisplayStyle): string {
  const units = metres / (METRES[style.distance_unit] ?? 1000)
  return `${numberText(Math.round(units * 10) / 10, style)}\u00a0${style.distance_unit}`
}

/** Seconds as whole minutes, from an hour on as `1:05 h`. */
export function minutesText(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return minutes < 60
    ? `${minutes}\u00a0min`
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}\u00a0h`
}
