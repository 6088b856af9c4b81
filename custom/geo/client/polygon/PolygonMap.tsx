import { useState } from 'react'
import { useSay } from '../../../../src/client/ui/style'
import type { LatLng } from '../../model/lat-lng'
import MapView from '../MapView'
import { fitPlaces } from '../view/fit'
import { DrawRing, type DrawRingProps } from './DrawRing'
import { EditableRing } from './EditableRing'

export interface PolygonMapProps extends Partial<DrawRingProps> {
  readonly ring: readonly LatLng[]
  readonly label: string
  readonly onChange?: (ring: readonly LatLng[]) => void
  readonly isDrawing?: boolean
}

/** A map with an area on it, all of it in view when it opens. */
export default function PolygonMap({ ring, label, onChange, isDrawing = false, onDrawing, onEnd }: PolygonMapProps) {
  const say = useSay()
  const [first] = useState(ring)
  const [fit] = useState(() => (map: Parameters<typeof fitPlaces>[0]) => fitPlaces(map, first, false))
  return (
    <MapView label={say('map.polygon.map', { label })} small wheel={false} places={() => ring} onMap={fit}>
      {isDrawing && onDrawing && onEnd
        ? <DrawRing onDrawing={onDrawing} onEnd={onEnd} />
        : <EditableRing ring={ring} onChange={onChange} />}
    </MapView>
  )
}
