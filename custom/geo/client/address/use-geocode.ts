import { useCall } from '#engine/client'
import type { LatLng } from '../../model/lat-lng'
import { geocodeCall } from '../../model/place-calls'
import { placeLine } from '../../model/place-line'

/** What stands at a point, once it is known: null while it is asked, and where nobody knows (which is no failure of the page). */
export function useGeocode(at: LatLng | null): string | null {
  const { answer } = useCall(geocodeCall, at && { lat: at[0], lng: at[1] }, { quiet: true })
  return (answer && placeLine(answer)) || null
}
