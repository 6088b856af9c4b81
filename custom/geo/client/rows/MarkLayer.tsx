import { useTheme } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import { crowdAt, CrowdMenu, type PlaceCrowd } from '../view/CrowdMenu'
import { useMapTip } from '../view/use-map-tip'
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

/** Marks on the map, to be pointed at and pressed; keyboard users have the list beside the map. */
export function MarkLayer({ marks, chosen, describe, onPress, canvas }: MarkLayerProps) {
  const map = useMap()
  const { palette } = useTheme()
  const [crowd, setCrowd] = useState<PlaceCrowd<Mark> | null>(null)
  useEffect(() => {
    canvas.addTo(map)
    return () => void canvas.remove()
  }, [map, canvas])
  useEffect(() => canvas.setMarks(marks), [canvas, marks])
  useEffect(() => canvas.choose(chosen), [canvas, chosen])
  useEffect(
    () =>
      canvas.dress(palette.mode === 'dark' ? '#0d1318' : '#ffffff', palette.primary.main, palette.primary.contrastText),
    [canvas, palette],
  )
  const tip = useMapTip({
    find: (point, { lng }) => {
      const mark = canvas.at(point)[0]
      return mark
        ? { key: mark.id, tip: () => ({ key: mark.id, at: nearestCopy(mark, lng), ...describe(mark) }) }
        : null
    },
    above_px: 10,
    pressable: true,
  })
  useMapEvents({
    click: ({ containerPoint, originalEvent }) => {
      tip.hide()
      const found = canvas.at(containerPoint)
      const adds = originalEvent.ctrlKey || originalEvent.metaKey || originalEvent.shiftKey
      if (found.length > 1 && !adds && found.every(({ n }) => n === 1)) setCrowd(crowdAt(found, map, containerPoint))
      else onPress(found[0] ?? null, adds)
    },
  })
  return (
    <CrowdMenu
      crowd={crowd}
      keyOf={({ id }) => id}
      describe={describe}
      onChoose={(mark) => {
        setCrowd(null)
        if (mark) onPress(mark, false)
      }}
    />
  )
}
