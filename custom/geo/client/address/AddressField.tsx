import { useState } from 'react'
import { type Choice, LazyChoiceSearch, useSay } from '#engine/ui'
import type { LatLng } from '../../../geometry/model'
import { coordinateText } from '../point/point-value'
import { useGeocode } from './use-geocode'
import { usePlaceSearch, type ChosenPlace } from './use-place-search'

// Spec 1 §9: place suggestions wait 700 ms.
const PAUSE_MS = 700

export interface AddressFieldProps {
  readonly source: string
  readonly label: string
  /** The chosen place's line; empty: none is chosen. */
  readonly address: string
  /** Where it is: a place without an address is named by what is there. */
  readonly point?: LatLng | null
  /** The place found; null: cleared. */
  readonly onPlace: (place: ChosenPlace | null) => void
  /** Called when the typed text is not a chosen place, and when that is over. */
  readonly onUnchosen?: (isUnchosen: boolean) => void
  readonly near: LatLng | null
  readonly error?: string
  readonly help?: string
  readonly required?: boolean
  readonly disabled?: boolean
  readonly autoFocus?: boolean
}

/**
 * A place found by typing its name or address. Enter takes the first result; text typed but not chosen stays, and the
 * field says so.
 */
export default function AddressField({
  address,
  point = null,
  onPlace,
  near,
  error,
  required = false,
  disabled = false,
  ...rest
}: AddressFieldProps) {
  const say = useSay()
  const { find, locate } = usePlaceSearch(near)
  const there = useGeocode(address ? null : point)
  const line = address || (point ? (there ?? coordinateText(point)) : '')
  const [locating, setLocating] = useState<Choice | null>(null)
  const [failure, setFailure] = useState<string>()
  const choose = (choice: Choice | null): void => {
    setFailure(undefined)
    if (!choice) return onPlace(null)
    setLocating(choice)
    locate(choice)
      .then(onPlace, (cause: unknown) =>
        setFailure(cause instanceof Error && cause.message ? cause.message : say('map.address.lost')),
      )
      .finally(() => setLocating(null))
  }
  return (
    <LazyChoiceSearch
      {...rest}
      required={required}
      disabled={disabled}
      error={failure ?? error}
      word={locating ? say('map.address.locating') : undefined}
      find={find}
      pause_ms={PAUSE_MS}
      unchosen={say('map.address.unchosen')}
      chosen={locating ?? (line ? { id: line, label: line } : null)}
      onChoose={choose}
    />
  )
}
