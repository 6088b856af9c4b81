import { useEffect, useMemo, useState } from 'react'
import type { ChangeDraft } from '#engine/client'
import { useKeys, useSay } from '#engine/ui'
import { storageOf } from '../desk/kept-value'
import type { ServiceDraft } from './draft'
import { createPlaceOrder } from './place-order'
import { withPlace, type NamedPlace } from './stops'
import type { ClientData, ClientPlace, KnownClient } from './use-client-data'
import { placeLine } from '../../../geo/model'

/** As many as there are keys. */
const MAX_PLACES = 9

/** A place as a stop has it: its line, and its name where it has one. */
export const namedPlace = ({ name, is_named, address, lat, lng }: ClientPlace): NamedPlace =>
  is_named === 1
    ? { point: [lat, lng], address: placeLine({ name, address }), name }
    : { point: [lat, lng], address: address || name, name: '' }

export interface FavouriteKeys {
  readonly places: readonly ClientPlace[]
  readonly pick: (place: ClientPlace) => void
  /** The same by its number from 1; what is pressed before the places are here waits for them. */
  readonly press: (digit: number) => void
  readonly isWaiting: boolean
  readonly waiting: readonly number[]
  /** What waits is not wanted: there is no such client. */
  readonly drop: () => void
}

interface Picking {
  /** Whose places they are; null: nobody is chosen yet. */
  readonly of: number | null
  readonly change: ChangeDraft<ServiceDraft>
  readonly max: number
  readonly isOpen: boolean
  /** Another client is being found: the places at hand are not theirs. */
  readonly isFinding: boolean
}

interface Awaited {
  /** Whose places were awaited; null: of whoever was being found. */
  readonly before: number | null
  readonly of: number | null
  readonly wasFinding: boolean
  readonly isFailed: boolean
}

/**
 * What still waits for a client's places: nothing once they cannot be had, or another client is chosen than the one who
 * was being found.
 */
export const stillWaiting = (
  waiting: readonly number[],
  { before, of, wasFinding, isFailed }: Awaited,
): readonly number[] =>
  waiting.length > 0 && (isFailed || (before !== null && before !== of && !wasFinding)) ? NO_IDS : waiting

const NO_IDS: readonly number[] = []

const placesInOrder = createPlaceOrder(storageOf('sessionStorage'))

/** A client's places as they are numbered. */
export const favouritePlaces = ({ client, locations }: ClientData): readonly ClientPlace[] =>
  placesInOrder(client.id, locations).slice(0, MAX_PLACES)

/** The client's places by the keys 1 to 9. */
export function useFavourites(
  { answer: data, busy, failure }: KnownClient,
  { of, change, max, isOpen, isFinding }: Picking,
): FavouriteKeys {
  const say = useSay()
  const [waiting, setWaiting] = useState<readonly number[]>(NO_IDS)
  const [before, setBefore] = useState({ of, isFinding })
  const left = stillWaiting(waiting, {
    before: before.of,
    of,
    wasFinding: before.isFinding,
    isFailed: Boolean(failure) && !isFinding,
  })
  if (before.of !== of || before.isFinding !== isFinding) setBefore({ of, isFinding })
  if (left !== waiting) setWaiting(left)
  // Of the client who is shown alone: while another one is being asked for, the last one's places are still at hand.
  const places = useMemo(() => (data && data.client.id === of ? favouritePlaces(data) : NO_PLACES), [data, of])
  const isKnown = data !== null && data.client.id === of && !isFinding
  const pick = (place: ClientPlace): void =>
    change(({ stops }) => ({ stops: withPlace(stops, namedPlace(place), max) }))
  const put = (digit: number): void => {
    const place = places[digit - 1]
    if (place) pick(place)
  }
  // In the order in which they were pressed: none goes before one that still waits.
  const press = (digit: number): void =>
    isKnown && waiting.length === 0 ? put(digit) : setWaiting((now) => [...now, digit])
  useEffect(() => {
    if (!isKnown || waiting.length === 0) return undefined
    // A step later, with what has just been drawn.
    const step = setTimeout(() => {
      setWaiting([])
      for (const digit of waiting) put(digit)
    })
    return () => clearTimeout(step)
  })
  useKeys(
    Array.from({ length: MAX_PLACES }, (_one, index) => {
      const place = places[index]
      return {
        keys: String(index + 1),
        label: say('services.form.places.key', { name: place?.name || place?.address || '' }),
        run: () => press(index + 1),
        active: isOpen && (place !== undefined || busy || isFinding || waiting.length > 0),
      }
    }),
  )
  return { places, pick, press, isWaiting: waiting.length > 0, waiting, drop: () => setWaiting([]) }
}

const NO_PLACES: readonly ClientPlace[] = []
