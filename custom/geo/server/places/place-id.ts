import type { Place } from './places'

/**
 * The source of a suggestion's id: a Google place id with the key it was given to, the place itself (`at`), or the
 * embedded default.
 */
type PlaceId =
  | { readonly from: 'google'; readonly id_map_key: number; readonly id: string }
  | { readonly from: 'at'; readonly place: Place }
  | { readonly from: 'local'; readonly id: string }

// A call accepts ids of 500 characters; base64 makes four of three bytes.
const MAX_ID = 500
const MAX_BYTES = 330

export const googleId = (id_map_key: number, id: string): string => `google.${id_map_key}.${id}`

/** Whether an id fits into the call that uses it. */
export const fits = (id: string): boolean => id.length <= MAX_ID

/**
 * The place itself as an id, for services whose suggestions are places already and have no lookup by id: it needs no
 * second question, and any process can read it. A handwritten one reveals nothing new.
 */
export function idAt({ name, address, point: [lat, lng] }: Place): string {
  const texts = (max: number): Buffer =>
    Buffer.from(JSON.stringify([round(lat), round(lng), name.slice(0, max), address.slice(0, max)]))
  let max = 120
  while (texts(max).byteLength > MAX_BYTES) max -= 10
  return `at.${texts(max).toString('base64url')}`
}

export function readPlaceId(id: string): PlaceId {
  const google = /^google\.(\d{1,9})\.(.+)$/s.exec(id)
  if (google) return { from: 'google', id_map_key: Number(google[1]), id: google[2] ?? '' }
  const place = id.startsWith('at.') ? placeIn(id.slice(3)) : null
  return place ? { from: 'at', place } : { from: 'local', id }
}

function placeIn(text: string): Place | null {
  try {
    const [lat, lng, name, address] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as readonly unknown[]
    if (typeof lat !== 'number' || typeof lng !== 'number' || typeof name !== 'string' || typeof address !== 'string')
      return null
    return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { name, address, point: [lat, lng] } : null
  } catch {
    return null
  }
}

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6
