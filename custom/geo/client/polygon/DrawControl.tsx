import { useTheme } from '@mui/material/styles'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { FeatureGroup } from 'react-leaflet'
import { EditControl } from 'react-leaflet-draw'
import { useSay, type Say } from '#engine/ui'
import type { LatLng } from '../../../geometry/model'
import { L } from './draw-library'

/** Gives leaflet-draw its texts in the user's language; it keeps them in one place for the whole page. */
function setDrawWords(say: Say): void {
  const { toolbar, handlers } = L.drawLocal.draw
  toolbar.buttons.polygon = say('map.polygon.draw_tool')
  toolbar.buttons.rectangle = say('map.polygon.rectangle_tool')
  toolbar.actions = { title: say('map.polygon.cancel'), text: say('map.polygon.cancel') }
  toolbar.finish = { title: say('map.polygon.finish'), text: say('map.polygon.finish') }
  toolbar.undo = { title: say('map.polygon.take_back'), text: say('map.polygon.take_back') }
  handlers.polygon.tooltip = {
    start: say('map.polygon.start'),
    cont: say('map.polygon.next'),
    end: say('map.polygon.close'),
  }
  handlers.rectangle.tooltip.start = say('map.polygon.rectangle_start')
  handlers.simpleshape.tooltip.end = say('map.polygon.rectangle_end')
  handlers.polyline.error = say('map.polygon.crosses')
}

interface DrawControlProps {
  /** The corners in the order in which they were pressed. */
  readonly onDrawn: (ring: readonly LatLng[]) => void
  /** Whether a drawing is in progress. */
  readonly onDrawing?: (isDrawing: boolean) => void
  /** A rectangle is drawn by a drag as well. Keep it the same. */
  readonly rectangle?: boolean
}

/**
 * The drawing tool of a map: every press is a corner, a press on the first one closes the area, Escape cancels. The
 * drawn shape is passed on and removed from the map: the owner of the value draws it. Corners of an existing area are
 * moved by `EditableRing`: the control's own editing keeps a second copy of every shape, with a save and an undo of its
 * own.
 */
export function DrawControl(props: DrawControlProps) {
  const say = useSay()
  const { main } = useTheme().palette.primary
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  // Before the control is created, in an effect of its own.
  useLayoutEffect(() => setDrawWords(say), [say])
  const { rectangle = false } = props
  const tools = useMemo(
    () => ({
      polygon: { allowIntersection: false, shapeOptions: { color: main, weight: 2 } },
      // Its own text of how large it is fails (leaflet-draw 1.0.4).
      rectangle: rectangle && { shapeOptions: { color: main, weight: 2 }, showArea: false },
      polyline: false,
      circle: false,
      circlemarker: false,
      marker: false,
    }),
    [main, rectangle],
  )
  // The control never removes these from the map, and adds new ones whenever they change, so they must stay the same.
  const created = useCallback(({ layer }: L.DrawEvents.Created) => {
    const [outline] = layer instanceof L.Polygon ? (layer.getLatLngs() as L.LatLng[][]) : []
    layer.remove()
    const ring = (outline ?? []).map(({ lat, lng }): LatLng => [lat, lng])
    if (ring.length > 2) latest.current.onDrawn(ring)
  }, [])
  const started = useCallback(() => latest.current.onDrawing?.(true), [])
  const stopped = useCallback(() => latest.current.onDrawing?.(false), [])
  return (
    <FeatureGroup>
      <EditControl
        // Texts are read when the control is created.
        key={say('map.polygon.draw_tool')}
        position="topleft"
        draw={tools}
        edit={NO_EDITING}
        onCreated={created}
        onDrawStart={started}
        onDrawStop={stopped}
      />
    </FeatureGroup>
  )
}

const NO_EDITING = { edit: false, remove: false } as const
