import type { LatLng } from '../../../geometry/model'

export const bookNumber = (value: unknown): number => {
  const number = Number(value ?? 0)
  return Number.isFinite(number) ? number : 0
}

export const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

export const flagOf = (value: unknown): boolean => value === true || value === 1 || value === '1'

/** PostgreSQL's `((x,y),(x,y))`: x is the longitude. */
export function bookRing(polygon: unknown): readonly LatLng[] {
  const numbers = numbersIn(polygon)
  return Array.from(
    { length: Math.floor(numbers.length / 2) },
    (_, i): LatLng => [numbers[2 * i + 1] ?? 0, numbers[2 * i] ?? 0],
  )
}

export const pointOf = (point: unknown): LatLng | null => bookRing(point)[0] ?? null

const numbersIn = (text: unknown): readonly number[] =>
  typeof text !== 'string' || text === '' ? [] : text.replace(/[()]/g, '').split(',').map(Number)
