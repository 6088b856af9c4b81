import LocationOff from '@mui/icons-material/LocationOff'
import LockOutlined from '@mui/icons-material/LockOutlined'
import SyncProblem from '@mui/icons-material/SyncProblem'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { Suspense, useMemo } from 'react'
import type { PanelProps } from '#engine/client'
import { Badge, Message, useSay } from '#engine/ui'
import { MapView, VehicleLayer } from '../../../geo/client'
import type { LatLng } from '../../../geometry/model'
import { STATE_COLOURS } from '../../../geo/model'
import type { LastTracking } from '../../model/vehicle-info'
import { Fact, FactList } from './Fact'
import { TrackingFacts, TrackingSkeleton } from './TrackingFacts'
import { useNow } from '../live/use-now'
import { useVehicleInfo } from './use-vehicle-info'
import { vehicleMark } from '../fleet/vehicle-mark'

const ZOOM_IN = 15

/** Panel `vehicle-position` of a vehicle's page: its last position. */
export default function VehiclePositionPanel({ record }: PanelProps) {
  const say = useSay()
  const id = Number(record['id'])
  const { info, failed, retry } = useVehicleInfo(id)
  const now_ms = useNow()
  if (!info && failed === 'forbidden')
    return (
      <Notice>
        <Message icon={<LockOutlined />} title={say('dispatcher.position.hidden')} />
      </Notice>
    )
  if (!info && failed) {
    return (
      <Notice>
        <Message
          icon={<SyncProblem />}
          tone="error"
          title={say('dispatcher.position.failed')}
          action={
            <Button variant="outlined" onClick={retry}>
              {say('actions.retry')}
            </Button>
          }
        />
      </Notice>
    )
  }
  if (info && !info.last_tracking) {
    return (
      <Notice>
        <Message
          icon={<LocationOff />}
          title={say('dispatcher.position.none')}
          text={say('dispatcher.position.none_text')}
        />
      </Notice>
    )
  }
  const tracking = info?.last_tracking ?? null
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '320px minmax(0, 1fr)' }, gap: 2, p: 2 }}>
      <Box sx={{ alignSelf: 'start' }}>
        <FactList>
          {tracking && (
            <Fact name={say('dispatcher.card.state')}>
              <Badge color={STATE_COLOURS[tracking.availability]}>
                {say(`dispatcher.state.${tracking.availability}`)}
              </Badge>
            </Fact>
          )}
          {tracking ? <TrackingFacts tracking={tracking} now_ms={now_ms} exact /> : <TrackingSkeleton lines={7} />}
        </FactList>
      </Box>
      <Box
        sx={{ height: { xs: 320, md: 460 }, borderRadius: 1, overflow: 'hidden', border: 1, borderColor: 'divider' }}
      >
        {tracking && info ? (
          <PositionMap
            id={id}
            icon={info.icon}
            tracking={tracking}
            now_ms={now_ms}
            name={String(record['plate'] ?? '')}
          />
        ) : (
          <Skeleton variant="rectangular" sx={{ height: 1 }} />
        )}
      </Box>
    </Box>
  )
}

function PositionMap({
  id,
  icon,
  tracking,
  now_ms,
  name,
}: {
  id: number
  icon: string
  tracking: LastTracking
  now_ms: number
  name: string
}) {
  const say = useSay()
  const mark = useMemo(() => vehicleMark({ ...tracking, id, icon }, now_ms), [tracking, id, icon, now_ms])
  const marks = useMemo(() => (mark ? [mark] : []), [mark])
  const at: LatLng = [tracking.lat, tracking.lng]
  return (
    <Suspense fallback={<Skeleton variant="rectangular" sx={{ height: 1 }} />}>
      <MapView
        label={say('map.point.map', { label: name })}
        center={at}
        zoom={ZOOM_IN}
        places={() => [at]}
        wheel={false}
      >
        <VehicleLayer vehicles={marks} selected={id} describe={() => ({ title: name, text: '' })} />
      </MapView>
    </Suspense>
  )
}

const Notice = ({ children }: { children: React.ReactNode }) => (
  <Box sx={{ display: 'grid', placeItems: 'center', p: 6 }}>{children}</Box>
)
