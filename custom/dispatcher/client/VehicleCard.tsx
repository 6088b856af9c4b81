import Call from '@mui/icons-material/Call'
import CenterFocusStrong from '@mui/icons-material/CenterFocusStrong'
import Close from '@mui/icons-material/Close'
import OpenInNew from '@mui/icons-material/OpenInNew'
import Star from '@mui/icons-material/Star'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import { LinkBase } from 'react-admin'
import { useConsole } from '../../../src/client/app/console'
import { AppLink } from '../../../src/client/ui/AppLink'
import { Badge } from '../../../src/client/ui/Badge'
import { Faint } from '../../../src/client/ui/Faint'
import { useSay } from '../../../src/client/ui/style'
import { maySee } from '../../../src/model/access'
import { STATE_COLOURS } from '../../geo/model/state-colours'
import type { LiveVehicle } from '../model/live-vehicle'
import { Fact, Facts } from './Fact'
import { TrackingFacts, TrackingSkeleton } from './TrackingFacts'
import { useVehicleInfo } from './use-vehicle-info'
import { driverName, makeText } from './vehicle-words'


interface Props {
  readonly vehicle: LiveVehicle
  readonly now_ms: number
  readonly onCenter: () => void
  readonly onClose: () => void
}

/** What an operator asks about a vehicle: who drives it, how to ring him, where it is and since when. */
export function VehicleCard({ vehicle, now_ms, onCenter, onClose }: Props) {
  const say = useSay()
  const { actor } = useConsole()
  const { info } = useVehicleInfo(vehicle.id)
  const sees = (module: string): boolean => maySee(actor, { module })
  const driver = driverName(vehicle)
  const phone = info?.driver?.phone ?? null
  return (
    <Box component="section" aria-label={vehicle.plate} sx={{ display: 'grid', gap: 1.5, p: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box component="h2" sx={{ m: 0, fontSize: 16, fontWeight: 600, lineHeight: 1.3 }}>{vehicle.plate}</Box>
        {vehicle.code && <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{vehicle.code}</Box>}
        <Badge color={STATE_COLOURS[vehicle.availability]}>{say(`dispatcher.state.${vehicle.availability}`)}</Badge>
        <IconButton aria-label={say('dispatcher.card.close')} onClick={onClose} sx={{ ml: 'auto', mr: -0.75 }}>
          <Close fontSize="small" />
        </IconButton>
      </Box>
      <Facts>
        <Fact name={say('dispatcher.card.driver')}>
          {!driver ? <Box component="span" sx={{ color: 'text.secondary' }}>{say('dispatcher.no_driver')}</Box>
            : sees('drivers') && vehicle.id_user ? <AppLink to={`/drivers/${vehicle.id_user}`}>{driver}</AppLink> : driver}
          <Rating vehicle={vehicle} />
        </Fact>
        {driver && (
          <Fact name={say('dispatcher.card.phone')}>
            {phone ? <Link href={`tel:${phone.replace(/[^+\d]/g, '')}`} underline="hover">{phone}</Link> : <Faint />}
          </Fact>
        )}
        <Fact name={say('dispatcher.card.vehicle')}>{[makeText(vehicle), vehicle.year].filter(Boolean).join(', ') || <Faint />}</Fact>
        {vehicle.lat === null ? <Fact name={say('dispatcher.card.place')}>{say('dispatcher.no_position')}</Fact>
          : info?.last_tracking ? <TrackingFacts tracking={info.last_tracking} now_ms={now_ms} /> : <TrackingSkeleton lines={5} />}
      </Facts>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {vehicle.lat !== null && (
          <Button variant="outlined" startIcon={<CenterFocusStrong />} onClick={onCenter}>{say('dispatcher.card.center')}</Button>
        )}
        {sees('vehicles') && (
          <Button component={LinkBase} to={`/vehicles/${vehicle.id}`} startIcon={<OpenInNew />}>{say('dispatcher.card.open')}</Button>
        )}
        {phone && (
          <Button
            component="a"
            href={`tel:${phone.replace(/[^+\d]/g, '')}`}
            startIcon={<Call />}
            aria-label={say('dispatcher.card.call', { phone })}
            sx={{ display: { md: 'none' } }}
          >
            {phone}
          </Button>
        )}
      </Box>
    </Box>
  )
}

function Rating({ vehicle: { us_rating_average: average, us_rating_count: count } }: { vehicle: LiveVehicle }) {
  const say = useSay()
  if (average === null || !count) return null
  return (
    <Box component="span" title={say('dispatcher.card.rating', { average, smart_count: count })} sx={RATING}>
      <Star aria-hidden sx={{ fontSize: 14, color: 'warning.main' }} />
      {average.toFixed(1)}
    </Box>
  )
}

const RATING = {
  display: 'inline-flex', alignItems: 'center', gap: '2px', ml: 1, color: 'text.secondary', fontSize: 12, lineHeight: '20px',
  verticalAlign: 'top',
} as const
