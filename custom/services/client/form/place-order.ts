import type { ClientPlace } from './use-client-data'

const keyOf = ({ lat, lng }: ClientPlace): string => `${lat.toFixed(4)},${lng.toFixed(4)}`

// Clients of a shift; the oldest are forgotten first.
const MAX_CLIENTS = 500

/**
 * Remembers in which order a client's places were shown, for as long as the tab is open: the server puts the most used
 * first, and a number that an operator knows by heart must not mean another place after the next ride. Places that are
 * new come behind the known ones.
 */
export function createPlaceOrder(): (id_client: number, places: readonly ClientPlace[]) => readonly ClientPlace[] {
  const known = new Map<number, readonly string[]>()
  return (id_client, places) => {
    const before = known.get(id_client) ?? []
    const at = (place: ClientPlace): number =>
      before.includes(keyOf(place)) ? before.indexOf(keyOf(place)) : before.length
    const ordered = places.toSorted((one, other) => at(one) - at(other))
    known.delete(id_client)
    known.set(id_client, ordered.map(keyOf))
    for (const oldest of known.keys()) {
      if (known.size <= MAX_CLIENTS) break
      known.delete(oldest)
    }
    return ordered
  }
}
