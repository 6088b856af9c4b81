import { useEffect, useState } from 'react'
import { useProvider } from '#engine/client'
import type { LatLng } from '../../model/lat-lng'
import { geocodeCall } from '../../model/place-calls'
import { placeLine } from '../../model/place-line'

/** What stands at a point, once it is known: null while it is asked, and where nobody knows (which is no failure of the page). */
export function useGeocode(at: LatLng | null): string | null {
  const provider = useProvider()
  const [known, setKnown] = useState<{ readonly key: string; readonly address: string } | null>(null)
  const key = at ? at.join() : ''
  useEffect(() => {
    if (!key) return undefined
    const asked = new AbortController()
    const [lat = 0, lng = 0] = key.split(',').map(Number)
    provider.call(geocodeCall, { lat, lng }, { signal: asked.signal, quiet: true })
      .then((place) => setKnown({ key, address: placeLine(place) }), () => undefined)
    return () => asked.abort()
  }, [provider, key])
  return known?.key === key && known.address ? known.address : null
}
