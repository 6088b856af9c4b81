import { useTheme } from '@mui/material/styles'
import type { LatLngTuple, Map as LeafletMap } from 'leaflet'
import { useCallback, useState, memo, useMemo } from 'react'
import { Polygon, Tooltip } from 'react-leaflet'
import type { LatLng } from '../../../geometry/model'
import MapView from '../MapView'
import { DrawControl } from '../polygon/DrawControl'
import { DrawFrame } from '../polygon/DrawFrame'
import { EditableRing } from '../polygon/EditableRing'
import { fitPlaces } from '../view/fit'
import type { BoardArea, AreaEditing } from './area-board'

interface AreasLayerProps {
  readonly areas: readonly BoardArea[]
  /** The one whose form is open, which is drawn elsewhere. */
  readonly without: number | null
  /** Another one is being edited: these are drawn fainter. */
  readonly isFaint: boolean
  readonly onChoose: (id: number) => void
}

/** Every area in its colour, its name under the mouse; pressing one chooses it. */
const AreasLayer = memo(function AreasLayer({ areas, without, isFaint, onChoose }: AreasLayerProps) {
  return areas
    .filter(({ id }) => id !== without)
    .map((area) => <Shape key={area.id} area={area} isFaint={isFaint} onChoose={onChoose} />)
})

const Shape = memo(function Shape({
  area: { id, name, colour, ring },
  isFaint,
  onChoose,
}: {
  area: BoardArea
  isFaint: boolean
  onChoose: (id: number) => void
}) {
  const corners = useMemo(() => ring.map(([lat, lng]): LatLngTuple => [lat, lng]), [ring])
  const handlers = useMemo(() => ({ click: () => onChoose(id) }), [onChoose, id])
  const look = useMemo(
    () => ({ color: colour, weight: isFaint ? 1 : 2, fillOpacity: isFaint ? 0.08 : 0.22 }),
    [colour, isFaint],
  )
  return (
    <Polygon positions={corners} pathOptions={look} eventHandlers={handlers}>
      <Tooltip sticky>{name}</Tooltip>
    </Polygon>
  )
})

interface BoardMapProps {
  readonly label: string
  readonly areas: readonly BoardArea[]
  readonly chosen: number | null
  readonly editing: AreaEditing | null
  readonly marked: readonly (readonly LatLng[])[]
  readonly center: LatLng | undefined
  readonly onMap: (map: LeafletMap) => void
  readonly onChoose: (id: number) => void
  /** Absent: drawing is not allowed. */
  readonly onDrawn?: (ring: readonly LatLng[]) => void
}

/** The map of a board: all areas, the one being edited, its errors, and the drawing tool. */
export default function BoardMap({
  label,
  areas,
  chosen,
  editing,
  marked,
  center,
  onMap,
  onChoose,
  onDrawn,
}: BoardMapProps) {
  const { main } = useTheme().palette.error
  const [isDrawing, setDrawing] = useState(false)
  const places = (): readonly LatLng[] => [...areas.flatMap(({ ring }) => ring), ...(editing?.ring ?? [])]
  // It opens with all of them in view, and then stays where the user moves it.
  const [first] = useState(places)
  const begin = useCallback(
    (map: LeafletMap) => {
      fitPlaces(map, first, false)
      onMap(map)
    },
    [first, onMap],
  )
  return (
    <DrawFrame isDrawing={isDrawing}>
      <MapView label={label} center={center} places={places} onMap={begin}>
        <AreasLayer areas={areas} without={editing ? chosen : null} isFaint={editing !== null} onChoose={onChoose} />
        {editing && !isDrawing && (
          <EditableRing ring={editing.ring} onChange={editing.onChange} colour={editing.colour} />
        )}
        {marked.map((shape, i) => (
          <Polygon
            key={`${i} ${shape.length} ${shape[0]?.join() ?? ''}`}
            positions={shape.map(([lat, lng]): LatLngTuple => [lat, lng])}
            pathOptions={{ color: main, weight: 2, dashArray: '4 4', fillOpacity: 0.45 }}
            interactive={false}
          />
        ))}
        {onDrawn && <DrawControl onDrawn={editing?.onChange ?? onDrawn} onDrawing={setDrawing} />}
      </MapView>
    </DrawFrame>
  )
}
