import { useCall } from '#engine/client'
import type { LatLng } from '../../../geometry/model'
import { geocodeCall } from '../../model/place-calls'
import { placeLine } from '../../model/place-line'

/**
 * What is at a point, once known: null while loading, and where nothing is known (which is not an error of the page).
 */
export function useGeocode(at: LatLng | null): string | null {
  const { answer } = useCall(geocodeCall, at && { lat: at[0], lng: at[1] }, { quiet: true })
  return (answer && placeLine(answer)) || null
}
