import { useEffect, useMemo, useState } from 'react'
import type { ChangeDraft } from '#engine/client'
import { useKeys, useSay } from '#engine/ui'
import type { ServiceDraft } from './draft'
import { createPlaceOrder } from './place-order'
import { withPlace, type NamedPlace } from './stops'
import type { ClientPlace, KnownClient } from './use-client-data'
import { placeLine } from '../../../geo/model/place-line'

/** As many as there are keys. */
const MAX_PLACES = 9

/** A place as a stop has it: its line, and its name where it has one. */
export const namedPlace = ({ name, is_named, address, lat, lng }: ClientPlace): NamedPlace =>
  (is_named === 1 ? { point: [lat, lng], address: placeLine({ name, address }), name } : { point: [lat, lng], address: address || name, name: '' })

export interface Favourites {
  readonly places: readonly ClientPlace[]
  readonly pick: (place: ClientPlace) => void
  /** The same by its number from 1; what is pressed before the places are here waits for them. */
  readonly press: (digit: number) => void
  readonly isWaiting: boolean
  /** What waits is not wanted: there is no such client. */
  readonly drop: () => void
}

interface Picking {
  /** Whose places they are; null: nobody is chosen yet. */
  readonly of: number | null
  readonly change: ChangeDraft<ServiceDraft>
  readonly max: number
  readonly isOpen: boolean
}

/** What still waits for a client's places: nothing once they cannot be had, or another client is chosen. One who was only being found is waited for. */
export const stillWaiting = (
  waiting: readonly number[], { before, of, isFailed }: { readonly before: number | null; readonly of: number | null; readonly isFailed: boolean },
): readonly number[] => (waiting.length > 0 && (isFailed || (before !== null && before !== of)) ? NOTHING : waiting)

const NOTHING: readonly number[] = []

const placesInOrder = createPlaceOrder()

/** The client's places by the keys 1 to 9. */
export function useFavourites({ answer: data, busy, failure }: KnownClient, { of, change, max, isOpen }: Picking): Favourites {
  const say = useSay()
  const [waiting, setWaiting] = useState<readonly number[]>([])
  const [before, setBefore] = useState(of)
  const left = stillWaiting(waiting, { before, of, isFailed: Boolean(failure) })
  if (before !== of) setBefore(of)
  if (left !== waiting) setWaiting(left)
  // Of the client who is shown alone: while another one is being asked for, the last one's places are still at hand.
  const places = useMemo(() => (data && data.client.id === of ? placesInOrder(data.client.id, data.locations).slice(0, MAX_PLACES) : NONE), [data, of])
  const isKnown = data !== null && data.client.id === of
  const pick = (place: ClientPlace): void => change(({ stops }) => ({ stops: withPlace(stops, namedPlace(place), max) }))
  const press = (digit: number): void => {
    const place = places[digit - 1]
    if (place) pick(place)
    else if (!isKnown) setWaiting((now) => [...now, digit])
  }
  useEffect(() => {
    if (!isKnown || waiting.length === 0) return undefined
    // A step later, with what has just been drawn.
    const step = setTimeout(() => {
      setWaiting([])
      for (const digit of waiting) press(digit)
    })
    return () => clearTimeout(step)
  })
  useKeys(Array.from({ length: MAX_PLACES }, (_one, index) => {
    const place = places[index]
    return {
      keys: String(index + 1),
      label: say('services.form.places.key', { name: place?.name || place?.address || '' }),
      run: () => press(index + 1),
      active: isOpen && (place !== undefined || busy),
    }
  }))
  return { places, pick, press, isWaiting: waiting.length > 0, drop: () => setWaiting([]) }
}

const NONE: readonly ClientPlace[] = []
