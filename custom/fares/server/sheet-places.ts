import { fold } from '#engine/model'
import type { CallContext } from '#engine/server'
import type { LatLng } from '../../geo/model/lat-lng'
import { placesOf, type Place } from '../../geo/server'

/** Looks for the places that a sheet names by a text; each text is looked for once, null where nobody knows it. */
export function sheetPlaces(context: CallContext): (address: string) => Promise<Place | null> {
  const places = placesOf(context)
  const near = homeOf(context)
  const found = new Map<string, Promise<Place | null>>()
  const look = async (query: string): Promise<Place | null> => {
    const [first] = await places.autocomplete({ query, near, session: null })
    if (!first) return null
    return first.point ? { name: first.name, address: first.address, point: first.point } : places.place(first.id, null)
  }
  return (address) => {
    const key = fold(address.trim())
    const known = found.get(key) ?? look(address.trim())
    found.set(key, known)
    return known
  }
}

/** Where the company is: of places that are called alike, the one near it is meant. */
function homeOf({ settings }: CallContext): LatLng | null {
  const [lat, lng] = [Number(settings.lat), Number(settings.lng)]
  return Number.isFinite(lat) && Number.isFinite(lng) ? [lat, lng] : null
}
