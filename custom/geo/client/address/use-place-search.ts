import { useCallback, useState } from 'react'
import { useProvider } from '#engine/client'
import type { Choice, FindChoices } from '#engine/ui'
import type { LatLng } from '../../../geometry/model'
import { placeAutocompleteCall, placeCall, type FoundPlace } from '../../model/place-calls'
import { placeLine } from '../../model/place-line'

/**
 * The token of one search: all suggestions of a search and the place that ends it carry the same one, the next search a
 * new one.
 * @param random 16 random bytes each time; a page without https has no `crypto.randomUUID`
 */
export function searchSession(random: () => Uint8Array = () => crypto.getRandomValues(new Uint8Array(16))) {
  let token = ''
  return {
    token(): string {
      if (!token) token = [...random()].map((byte) => byte.toString(16).padStart(2, '0')).join('')
      return token
    },
    end(): void {
      token = ''
    },
  }
}

/** A place found, its text in one line, and its name; no name where that is its address. */
export interface ChosenPlace {
  readonly point: LatLng
  readonly address: string
  readonly name: string
}

/**
 * Suggestions for the typed text, and where the chosen one is. Both calls of one search share a session token.
 * @param near the nearest of equals come first; read when a search is sent
 */
export function usePlaceSearch(near: LatLng | null) {
  const provider = useProvider()
  const [session] = useState(searchSession)
  const [lat, lng] = near ?? [undefined, undefined]
  const find = useCallback<FindChoices>(
    async (text, signal) => {
      const query = text.trim()
      if (!query) return []
      const asked = {
        query,
        sessiontoken: session.token(),
        ...(lat === undefined || lng === undefined ? {} : { lat, lng }),
      }
      const { items } = await provider.call(placeAutocompleteCall, asked, { signal, quiet: true })
      return items.map(choiceOf)
    },
    [provider, session, lat, lng],
  )
  /** @throws {HttpError} of `map/place` */
  const locate = async (choice: Choice): Promise<ChosenPlace> => {
    const found = (choice as PlaceChoice).place
    try {
      if (found.lat !== null && found.lng !== null)
        return { point: [found.lat, found.lng], address: placeLine(found), name: ownName(found) }
      const place = await provider.call(placeCall, { id: found.id, sessiontoken: session.token() })
      return {
        point: [place.lat, place.lng],
        address: placeLine(place) || placeLine(found),
        name: ownName(place) || ownName(found),
      }
    } finally {
      session.end()
    }
  }
  return { find, locate }
}

/** A street is not a name: its address begins with it, or equals it. */
const ownName = ({ name, address }: Pick<FoundPlace, 'name' | 'address'>): string =>
  address.toLowerCase().startsWith(name.toLowerCase()) ? '' : name

type PlaceChoice = Choice & { readonly place: FoundPlace }

function choiceOf(place: FoundPlace): PlaceChoice {
  const label = place.name || place.address
  // The name is read once.
  const rest = place.address.toLowerCase().startsWith(label.toLowerCase())
    ? place.address.slice(label.length).replace(/^[,\s]+/, '')
    : place.address
  const detail = [rest, place.hint].filter(Boolean).join(' · ')
  return { id: place.id, label, place, ...(detail ? { detail } : {}) }
}
