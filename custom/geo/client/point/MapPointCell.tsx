import PlaceOutlined from '@mui/icons-material/PlaceOutlined'
import { lazy } from 'react'
import { type CellProps, Faint, useSay } from '#engine/ui'
import { MapCell } from '../frame/MapCell'
import { placeOfPoint, coordinateText } from './point-value'

const PointMap = lazy(() => import('./PointMap'))

/** Widget `map-point`, read-only: the coordinates, which open a small map. */
export function MapPointCell({ field, value }: CellProps) {
  const say = useSay()
  const place = placeOfPoint(value)
  if (!place) return <Faint />
  const text = coordinateText(place)
  return (
    <MapCell
      name={say('map.point.show', { place: text })}
      text={
        <>
          <PlaceOutlined aria-hidden sx={{ fontSize: 16 }} />
          <span dir="ltr">{text}</span>
        </>
      }
      width={360}
      height={240}
    >
      <PointMap place={place} label={field.title} />
    </MapCell>
  )
}
