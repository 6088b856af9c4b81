import { useEffect } from 'react'
import { useMap } from 'react-leaflet'

/** Says the map's name to those who do not see it, and keeps it as big as its box. */
export function MapRegion({ label }: { label: string }) {
  const map = useMap()
  useEffect(() => {
    const box = map.getContainer()
    box.setAttribute('role', 'region')
    box.setAttribute('aria-label', label)
    const observer = new ResizeObserver(() => map.invalidateSize({ animate: false, pan: false }))
    observer.observe(box)
    return () => observer.disconnect()
  }, [map, label])
  return null
}
