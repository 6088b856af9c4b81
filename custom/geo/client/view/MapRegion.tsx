import { useEffect } from 'react'
import { useMap } from 'react-leaflet'

/** Gives the map its name for screen readers, and keeps it as big as its box, with its middle where it was. */
export function MapRegion({ label }: { label: string }) {
  const map = useMap()
  useEffect(() => {
    const box = map.getContainer()
    box.setAttribute('role', 'region')
    box.setAttribute('aria-label', label)
    const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }))
    observer.observe(box)
    return () => observer.disconnect()
  }, [map, label])
  return null
}
