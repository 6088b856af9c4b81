import { useState } from 'react'
import { useSay } from '#engine/ui'
import type { LatLng } from '../../model/lat-lng'
import MapView from '../MapView'
import { fitPlaces } from '../view/fit'
import { DrawControl } from './DrawControl'
import { DrawFrame } from './DrawFrame'
import { EditableRing } from './EditableRing'

interface PolygonMapProps {
  readonly ring: readonly LatLng[]
  readonly label: string
  readonly onChange?: (ring: readonly LatLng[]) => void
}

/** A map with an area on it, all of it in view when it opens; with `onChange` it is drawn and moved there. */
export default function PolygonMap({ ring, label, onChange }: PolygonMapProps) {
  const say = useSay()
  const [first] = useState(ring)
  const [isDrawing, setDrawing] = useState(false)
  const [fit] = useState(() => (map: Parameters<typeof fitPlaces>[0]) => fitPlaces(map, first, false))
  return (
    <DrawFrame isDrawing={isDrawing}>
      <MapView label={say('map.polygon.map', { label })} small wheel={false} places={() => ring} onMap={fit}>
        {onChange && <DrawControl onDrawn={onChange} onDrawing={setDrawing} />}
        {!isDrawing && <EditableRing ring={ring} onChange={onChange} />}
      </MapView>
    </DrawFrame>
  )
}
