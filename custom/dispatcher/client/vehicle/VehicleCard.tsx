import Call from '@mui/icons-material/Call'
import FilterCenterFocus from '@mui/icons-material/FilterCenterFocus'
import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import { useConsole, FormDialog, mayOpen, RecordLink, ResourceScope } from '#engine/client'
import { Badge, Faint, useKeys, useSay, moneyText, useDisplayStyle } from '#engine/ui'
import { STATE_COLOURS } from '../../../geo/model'
import type { LiveVehicle } from '../../model/live-vehicle'
import { Fact, FactList } from './Fact'
import { MessageDriver } from './MessageDriver'
import { Rating } from './Rating'
import { TrackingFacts, TrackingSkeleton } from './TrackingFacts'
import { useVehicleInfo } from './use-vehicle-info'
import { driverName, makeText } from '../fleet/vehicle-words'
import Edit from '@mui/icons-material/Edit'
import OpenInNew from '@mui/icons-material/OpenInNew'
import { Suspense, useState } from 'react'
import { LinkBase } from 'react-admin'

/** What can be done with a vehicle from its card: its page, the engine's own form of it, a message to its driver. */
function VehicleVerbs({ vehicle }: { vehicle: LiveVehicle }) {
  const say = useSay()
  const { model, actor } = useConsole()
  const [isOpen, setOpen] = useState(false)
  const resource = model.resources['vehicles']
  return (
    <>
      {resource && mayOpen(actor, model, 'vehicles', 'show') && (
        <Button component={LinkBase} to={`/vehicles/${vehicle.id}`} startIcon={<OpenInNew />}>
          {say('dispatcher.card.open')}
        </Button>
      )}
      {resource && mayOpen(actor, model, 'vehicles', 'edit') && (
        <Button startIcon={<Edit />} onClick={() => setOpen(true)}>
          {say('dispatcher.card.edit')}
        </Button>
      )}
      {vehicle.id_user !== null && <MessageDriver id={vehicle.id_user} />}
      {isOpen && resource && (
        <Suspense>
          <ResourceScope resource={resource}>
            <FormDialog id={vehicle.id} inPlace onClose={() => setOpen(false)} />
          </ResourceScope>
        </Suspense>
      )}
    </>
  )
}

/** The work of a vehicle: its ride, the one its driver is asked about, and today's earnings and rides. */
function WorkFacts({ vehicle, onService }: { vehicle: LiveVehicle; onService: (id_service: number) => void }) {
  const say = useSay()
  const style = useDisplayStyle()
  const { se_id, se_state_bj, vehicle_requesting, today_services, today_amount } = vehicle
  const service = se_id ?? vehicle_requesting
  return (
    <>
      {service !== null && (
        <Fact name={say('dispatcher.card.service')}>
          <Link
            component="button"
            type="button"
            underline="hover"
            onClick={() => onService(service)}
            sx={{ fontSize: 13, marginInlineEnd: 1 }}
          >{`#${service}`}</Link>
          {se_state_bj ? (
            <Badge color={se_state_bj.color} icon={se_state_bj.icon}>
              {se_state_bj.name}
            </Badge>
          ) : (
            say('dispatcher.card.asked')
          )}
        </Fact>
      )}
      {today_services !== null && (
        <Fact name={say('dispatcher.card.today')}>
          {say('dispatcher.card.rides', { smart_count: today_services })}
          {today_amount !== null && ` · ${moneyText(today_amount, style)}`}
        </Fact>
      )}
    </>
  )
}

interface Props {
  readonly vehicle: LiveVehicle
  readonly now_ms: number
  readonly onCenter: () => void
  readonly onClose: () => void
  /** Shows the ride it is on, or that its driver is asked about. */
  readonly onService: (id_service: number) => void
}

/** What an operator asks about a vehicle: who drives it, how to call them, where it is and since when. */
export function VehicleCard({ vehicle, now_ms, onCenter, onClose, onService }: Props) {
  const say = useSay()
  const { info } = useVehicleInfo(vehicle.id)
  const driver = driverName(vehicle)
  // Declared here and not with the board's keys: the latest has it, so Escape closes the card before it leaves the
  // form.
  useKeys([{ keys: 'escape', label: say('dispatcher.card.close'), run: onClose }])
  const phone = info?.driver?.phone ?? null
  return (
    <Box component="section" aria-label={vehicle.plate} sx={{ display: 'grid', gap: 1.5, p: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box component="h2" sx={{ m: 0, fontSize: 16, fontWeight: 600, lineHeight: 1.3 }}>
          {vehicle.plate}
        </Box>
        {vehicle.code && <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{vehicle.code}</Box>}
        {vehicle.connected_unwilling === 1 ? (
          <Badge color={STATE_COLOURS.offline}>{say('dispatcher.shifts.states.paused')}</Badge>
        ) : (
          <Badge color={STATE_COLOURS[vehicle.availability]}>{say(`dispatcher.state.${vehicle.availability}`)}</Badge>
        )}
        <IconButton
          aria-label={say('dispatcher.card.close')}
          onClick={onClose}
          sx={{ marginInlineStart: 'auto', marginInlineEnd: -0.75 }}
        >
          <Close fontSize="small" />
        </IconButton>
      </Box>
      <FactList>
        <Fact name={say('dispatcher.card.driver')}>
          {!driver ? (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {say('dispatcher.no_driver')}
            </Box>
          ) : vehicle.id_user ? (
            <RecordLink of="drivers" id={vehicle.id_user}>
              {driver}
            </RecordLink>
          ) : (
            driver
          )}
          <Rating average={vehicle.us_rating_average} count={vehicle.us_rating_count} />
        </Fact>
        {driver && (
          <Fact name={say('dispatcher.card.phone')}>
            {phone ? (
              <Link href={`tel:${phone.replace(/[^+\d]/g, '')}`} underline="hover">
                {phone}
              </Link>
            ) : (
              <Faint />
            )}
          </Fact>
        )}
        <Fact name={say('dispatcher.card.vehicle')}>
          {[makeText(vehicle), vehicle.year].filter(Boolean).join(', ') || <Faint />}
        </Fact>
        <WorkFacts vehicle={vehicle} onService={onService} />
        {info?.rank && (
          <Fact name={say('ranks.place')}>
            {info.rank.rank === null
              ? say('ranks.out_of', { zone: info.rank.zone })
              : say('ranks.place_of', { ...info.rank, rank: info.rank.rank })}
          </Fact>
        )}
        {vehicle.lat === null ? (
          <Fact name={say('dispatcher.card.place')}>{say('dispatcher.no_position')}</Fact>
        ) : info?.last_tracking ? (
          <TrackingFacts tracking={info.last_tracking} now_ms={now_ms} />
        ) : (
          <TrackingSkeleton lines={5} />
        )}
      </FactList>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {vehicle.lat !== null && (
          <Button variant="outlined" startIcon={<FilterCenterFocus />} onClick={onCenter}>
            {say('dispatcher.card.center')}
          </Button>
        )}
        <VehicleVerbs vehicle={vehicle} />
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
