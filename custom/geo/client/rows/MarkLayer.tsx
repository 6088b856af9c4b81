import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useTheme } from '@mui/material/styles'
import L from 'leaflet'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import { nearestCopy, type Mark } from './mark'
import type { MarkCanvas } from './mark-canvas'

type Id = Mark['id']

interface MarkLayerProps {
  readonly marks: readonly Mark[]
  /** Those with a ring. */
  readonly chosen: ReadonlySet<Id>
  readonly describe: (mark: Mark) => { readonly title: string; readonly text: string }
  /** @param adds pressed with a key that adds to a selection */
  readonly onPress: (mark: Mark | null, adds: boolean) => void
  readonly canvas: MarkCanvas
}

// Nobody reads a longer list; zooming in separates them.
const MAX_IN_CROWD = 30

/** Marks on the map, to be pointed at and pressed; keyboard users have the list beside the map. */
export function MarkLayer({ marks, chosen, describe, onPress, canvas }: MarkLayerProps) {
  const map = useMap()
  const { palette } = useTheme()
  const [crowd, setCrowd] = useState<{ readonly marks: readonly Mark[]; readonly left: number; readonly top: number } | null>(null)
  useEffect(() => {
    canvas.addTo(map)
    return () => void canvas.remove()
  }, [map, canvas])
  useEffect(() => canvas.setMarks(marks), [canvas, marks])
  useEffect(() => canvas.choose(chosen), [canvas, chosen])
  useEffect(() => canvas.dress(palette.mode === 'dark' ? '#0d1318' : '#ffffff', palette.primary.main, palette.primary.contrastText), [canvas, palette])
  const tip = useTip(canvas, describe)
  useMapEvents({
    click: ({ containerPoint, originalEvent }) => {
      tip.hide()
      const found = canvas.at(containerPoint)
      const adds = originalEvent.ctrlKey || originalEvent.metaKey || originalEvent.shiftKey
      const box = map.getContainer().getBoundingClientRect()
      if (found.length > 1 && !adds && found.every(({ n }) => n === 1)) setCrowd({ marks: found.slice(0, MAX_IN_CROWD), left: box.left + containerPoint.x, top: box.top + containerPoint.y })
      else onPress(found[0] ?? null, adds)
    },
  })
  return (
    <Menu
      open={crowd !== null} onClose={() => setCrowd(null)} anchorReference="anchorPosition"
      anchorPosition={crowd ? { left: crowd.left, top: crowd.top } : undefined} slotProps={{ paper: { sx: { maxHeight: 320 } } }}
    >
      {crowd?.marks.map((mark) => {
        const { title, text } = describe(mark)
        return (
          <MenuItem key={mark.id} onClick={() => { setCrowd(null); onPress(mark, false) }}>
            <ListItemText primary={title} secondary={text} />
          </MenuItem>
        )
      })}
    </Menu>
  )
}

/** The name of the mark under the mouse, and a hand that shows it can be pressed. */
function useTip(canvas: MarkCanvas, describe: MarkLayerProps['describe']) {
  const map = useMap()
  const tip = useRef<{ tooltip: L.Tooltip; id: Id } | null>(null)
  const hide = useCallback(() => {
    tip.current?.tooltip.remove()
    tip.current = null
    map.getContainer().style.cursor = ''
  }, [map])
  useEffect(() => hide, [hide])
  useMapEvents({
    mousemove: ({ containerPoint, latlng, originalEvent }) => {
      if (originalEvent.buttons !== 0) return
      const mark = canvas.at(containerPoint)[0]
      if (mark?.id === tip.current?.id) return
      hide()
      if (!mark) return
      map.getContainer().style.cursor = 'pointer'
      const tooltip = L.tooltip({ direction: 'top', offset: [0, -10] })
      tooltip.setLatLng([...nearestCopy(mark, latlng.lng)]).setContent(textBox(describe(mark)))
      tooltip.addTo(map)
      tip.current = { tooltip, id: mark.id }
    },
    mouseout: hide,
    movestart: hide,
  })
  return { hide }
}

// Built of nodes, not of HTML text: names are entered by users.
function textBox({ title, text }: { title: string; text: string }): HTMLElement {
  const box = L.DomUtil.create('div')
  L.DomUtil.create('strong', '', box).textContent = title
  if (text) L.DomUtil.create('div', '', box).textContent = text
  return box
}
