import { useTheme } from '@mui/material/styles'
import type { LatLngTuple, LeafletMouseEvent } from 'leaflet'
import { memo, useMemo } from 'react'
import { Polygon, Tooltip } from 'react-leaflet'
import type { MarkedArea } from './marks-of'

interface AreaMarksProps {
  readonly areas: readonly MarkedArea[]
  readonly chosen: ReadonlySet<MarkedArea['id']>
  /** Keep the function the same between renders. */
  readonly onPress: (id: MarkedArea['id'], adds: boolean) => void
}

/** Rows that are areas, in their colours; pressing one opens its card. */
export const AreaMarks = memo(function AreaMarks({ areas, chosen, onPress }: AreaMarksProps) {
  return areas.map((area) => <Shape key={area.id} area={area} chosen={chosen.has(area.id)} onPress={onPress} />)
})

const Shape = memo(function Shape({
  area: { id, name, colour, ring },
  chosen,
  onPress,
}: {
  area: MarkedArea
  chosen: boolean
  onPress: AreaMarksProps['onPress']
}) {
  const { main } = useTheme().palette.primary
  const corners = useMemo(() => ring.map(([lat, lng]): LatLngTuple => [lat, lng]), [ring])
  const look = useMemo(
    () => ({
      color: chosen ? main : colour,
      fillColor: colour,
      weight: chosen ? 4 : 2,
      fillOpacity: chosen ? 0.35 : 0.22,
    }),
    [colour, chosen, main],
  )
  const handlers = useMemo(
    () => ({
      click: (event: LeafletMouseEvent) => {
        event.originalEvent.stopPropagation()
        const { ctrlKey, metaKey, shiftKey } = event.originalEvent
        onPress(id, ctrlKey || metaKey || shiftKey)
      },
    }),
    [onPress, id],
  )
  return (
    // A press would otherwise reach the map below as well.
    <Polygon positions={corners} pathOptions={look} eventHandlers={handlers} bubblingMouseEvents={false}>
      <Tooltip sticky>{name}</Tooltip>
    </Polygon>
  )
})
