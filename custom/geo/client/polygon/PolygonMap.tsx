import type { Map as LeafletMap } from 'leaflet'
import { useState } from 'react'
import { useSay } from '#engine/ui'
import type { LatLng } from '../../../geometry/model'
import MapView from '../MapView'
import { fitPlaces } from '../view/fit'
import { DrawControl } from './DrawControl'
import { DrawFrame } from './DrawFrame'
import { EditableRing } from './EditableRing'

interface PolygonMapProps {
  readonly ring: readonly LatLng[]
  readonly label: string
  readonly onChange?: (ring: readonly LatLng[]) => void
  /** The map is what the screen is for: the wheel zooms, and a rectangle can be drawn. */
  readonly large?: boolean
  /** Receives the map once it is ready. */
  readonly onMap?: (map: LeafletMap) => void
}

/** A map with an area on it, all of it in view when it opens; with `onChange` it is drawn and moved there. */
export default function PolygonMap({ ring, label, onChange, large = false, onMap }: PolygonMapProps) {
  const say = useSay()
  const [first] = useState(ring)
  const [isDrawing, setDrawing] = useState(false)
  const [fit] = useState(() => (map: LeafletMap) => {
    fitPlaces(map, first, false)
    onMap?.(map)
  })
  return (
    <DrawFrame isDrawing={isDrawing}>
      <MapView label={say('map.polygon.map', { label })} small={!large} wheel={large} places={() => ring} onMap={fit}>
        {onChange && <DrawControl rectangle={large} onDrawn={onChange} onDrawing={setDrawing} />}
        {!isDrawing && <EditableRing ring={ring} onChange={onChange} />}
      </MapView>
    </DrawFrame>
  )
}
