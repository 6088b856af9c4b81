import type { LatLngTuple } from 'leaflet'
import { memo, useMemo } from 'react'
import { Polygon, Tooltip } from 'react-leaflet'
import type { BoardArea } from './area-board'

export interface AreasLayerProps {
  readonly areas: readonly BoardArea[]
  /** The one whose form is open, which is drawn elsewhere. */
  readonly without: number | null
  /** Another one is being edited: these stand back. */
  readonly isFaint: boolean
  readonly onChoose: (id: number) => void
}

/** Every area in its colour, its name under the mouse; a press chooses it. */
export const AreasLayer = memo(function AreasLayer({ areas, without, isFaint, onChoose }: AreasLayerProps) {
  return areas.filter(({ id }) => id !== without).map((area) => <Shape key={area.id} area={area} isFaint={isFaint} onChoose={onChoose} />)
})

const Shape = memo(function Shape({ area: { id, name, colour, ring }, isFaint, onChoose }: {
  area: BoardArea
  isFaint: boolean
  onChoose: (id: number) => void
}) {
  const corners = useMemo(() => ring.map(([lat, lng]): LatLngTuple => [lat, lng]), [ring])
  const handlers = useMemo(() => ({ click: () => onChoose(id) }), [onChoose, id])
  const look = useMemo(() => ({ color: colour, weight: isFaint ? 1 : 2, fillOpacity: isFaint ? 0.08 : 0.22 }), [colour, isFaint])
  return (
    <Polygon positions={corners} pathOptions={look} eventHandlers={handlers}>
      <Tooltip sticky>{name}</Tooltip>
    </Polygon>
  )
})
