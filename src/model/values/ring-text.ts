import type { Json } from '../json'
import type { Vertex } from './ring'

const NUMBER = '[+-]?\\d{1,3}(?:\\.\\d+)?'
const PLACE = new RegExp(`^\\(?\\s*(${NUMBER})\\s*(?:,|\\s)\\s*(${NUMBER})\\s*\\)?$`)

/**
 * Reads the outline of an area from a text: `-12.1,-77.0; -12.2,-77.0; ...` with semicolons or line breaks between
 * (latitude first), or JSON (GeoJSON or a list of places).
 * @returns null when empty; any other text unchanged
 */
export function readRing(text: string): Json {
  const plain = text.trim()
  if (plain === '') return null
  if (/^[[{]/.test(plain)) {
    try {
      return JSON.parse(plain) as Json
    } catch {
      return plain
    }
  }
  const places = plain
    .split(/[;\n]+/)
    .map((part) => part.trim())
    .filter(Boolean)
  const read = places.map((place) => PLACE.exec(place))
  if (read.some((found) => found === null)) return plain
  return read.map((found) => ({ lat: Number(found?.[1]), lng: Number(found?.[2]) }))
}

/** The outline in the form that `readRing` reads, without loss. */
export const ringText = (ring: readonly Vertex[], between: string): string =>
  ring.map(({ lat, lng }) => `${plain(lat)},${plain(lng)}`).join(between)

/** Plain notation, also for numbers that JavaScript writes as 1e-7. */
const plain = (degrees: number): string =>
  Math.abs(degrees) < 1e-6 ? degrees.toFixed(7).replace(/\.?0+$/, '') : String(degrees)
