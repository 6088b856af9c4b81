import { keptValue, type Kept } from '../desk/kept-value'
import type { ClientPlace } from './use-client-data'

const keyOf = ({ lat, lng }: ClientPlace): string => `${lat.toFixed(4)},${lng.toFixed(4)}`

// Clients of a shift; the oldest are forgotten first.
const MAX_CLIENTS = 300
const PLACE = 'toolrides_v5.place_order'

/**
 * Remembers in which order a client's places were shown, for as long as the tab is open, over a reload too: the server
 * puts the most used first, and a number that an operator knows by heart must not mean another place after the next
 * ride. Places that are new come behind the known ones.
 * @param kept where it is remembered
 */
export function createPlaceOrder(
  kept: Kept | null,
): (id_client: number, places: readonly ClientPlace[]) => readonly ClientPlace[] {
  const value = keptValue<readonly (readonly [id_client: number, order: readonly string[]])[]>(kept, PLACE)
  const known = new Map(value.read())
  return (id_client, places) => {
    const before = known.get(id_client) ?? []
    const at = (place: ClientPlace): number =>
      before.includes(keyOf(place)) ? before.indexOf(keyOf(place)) : before.length
    const ordered = places.toSorted((one, other) => at(one) - at(other))
    const order = ordered.map(keyOf)
    known.delete(id_client)
    known.set(id_client, order)
    for (const oldest of known.keys()) {
      if (known.size <= MAX_CLIENTS) break
      known.delete(oldest)
    }
    if (order.join() !== before.join()) value.write([...known])
    return ordered
  }
}
