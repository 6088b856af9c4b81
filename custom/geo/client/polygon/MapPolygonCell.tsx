import { lazy } from 'react'
import { isRing } from '#engine/model'
import { type CellProps, Faint, RingOutline, useSay } from '#engine/ui'
import { MapCell } from '../frame/MapCell'
import { ringOfValue } from './ring-value'

const PolygonMap = lazy(() => import('./PolygonMap'))

/** Widget `map-polygon`, read-only: the outline, which opens a map. */
export function MapPolygonCell({ field, value }: CellProps) {
  const say = useSay()
  if (!isRing(value) || value.length === 0) return <Faint />
  const text = say('field.vertices', { count: value.length })
  return (
    <MapCell
      name={say('map.polygon.show', { area: text })}
      text={<RingOutline ring={value} label={text} />}
      width={420}
      height={320}
    >
      <PolygonMap ring={ringOfValue(value)} label={field.title} />
    </MapCell>
  )
}
