import { useTheme } from '@mui/material/styles'
import { CircleMarker, Polyline } from '../../../geo/client/marks'
import type { MapService } from '../../model/map-services-call'

interface ServiceMarksProps {
  readonly services: readonly MapService[]
  readonly chosen: number | null
  readonly onChoose: (id: number) => void
}

/** Origins as full circles and destinations as rings; those of the chosen service are larger and joined by a line. */
export function ServiceMarks({ services, chosen, onChoose }: ServiceMarksProps) {
  const { palette } = useTheme()
  const [from, to] = [palette.success.main, palette.error.main]
  const picked = services.find(({ id }) => id === chosen)
  return (
    <>
      {picked &&
        picked.org_lat !== null &&
        picked.org_lng !== null &&
        picked.dst_lat !== null &&
        picked.dst_lng !== null && (
          <Polyline
            positions={[
              [picked.org_lat, picked.org_lng],
              [picked.dst_lat, picked.dst_lng],
            ]}
            pathOptions={{ color: palette.primary.main, weight: 3, dashArray: '4 6' }}
            interactive={false}
          />
        )}
      {services.map(({ id, org_lat, org_lng, dst_lat, dst_lng }) => {
        const radius = id === chosen ? 9 : 6
        const press = { click: () => onChoose(id) }
        return [
          dst_lat !== null && dst_lng !== null && (
            <CircleMarker
              key={`${id} to`}
              center={[dst_lat, dst_lng]}
              radius={radius}
              eventHandlers={press}
              pathOptions={{ color: to, weight: 3, fillColor: palette.background.paper, fillOpacity: 0.9 }}
            />
          ),
          org_lat !== null && org_lng !== null && (
            <CircleMarker
              key={`${id} from`}
              center={[org_lat, org_lng]}
              radius={radius}
              eventHandlers={press}
              pathOptions={{ color: palette.background.paper, weight: 2, fillColor: from, fillOpacity: 0.95 }}
            />
          ),
        ]
      })}
    </>
  )
}
