import Skeleton from '@mui/material/Skeleton'
import type { Map as LeafletMap } from 'leaflet'
import { Suspense, useCallback, useMemo } from 'react'
import { useSay } from '../../../src/client/ui/style'
import { MapView, VehicleLayer } from '../../geo/client'
import { ZOOM } from '../../geo/model/zoom'
import type { LiveVehicle } from '../model/live-vehicle'
import { vehicleMark } from './vehicle-mark'
import { driverName, makeText } from './vehicle-words'

interface Props {
  readonly vehicles: readonly LiveVehicle[]
  readonly selected: number | null
  readonly now_ms: number
  readonly onSelect: (id: number | null) => void
  readonly onMap: (map: LeafletMap) => void
}

/** The map with every vehicle that has told its place. */
export function FleetMap({ vehicles, selected, now_ms, onSelect, onMap }: Props) {
  const say = useSay()
  const marks = useMemo(() => vehicles.flatMap((vehicle) => vehicleMark(vehicle, now_ms) ?? []), [vehicles, now_ms])
  const known = useMemo(() => new Map(vehicles.map((vehicle) => [vehicle.id, vehicle])), [vehicles])
  const describe = useCallback((id: number) => {
    const vehicle = known.get(id)
    if (!vehicle) return { title: '', text: '' }
    return { title: [vehicle.plate, vehicle.code].filter(Boolean).join(' · '), text: driverName(vehicle) ?? makeText(vehicle) }
  }, [known])
  return (
    <Suspense fallback={<Skeleton variant="rectangular" sx={{ height: 1 }} />}>
      <MapView label={say('dispatcher.map')} zoom={ZOOM.dispatcher} places={() => marks.map(({ lat, lng }) => [lat, lng])} onMap={onMap}>
        <VehicleLayer vehicles={marks} selected={selected} describe={describe} onSelect={onSelect} />
      </MapView>
    </Suspense>
  )
}
