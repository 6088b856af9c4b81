import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Suspense } from 'react'
import { RecordLink } from '#engine/client'
import { dateTimeText, Faint, moneyText, useDisplayStyle, useSay } from '#engine/ui'
import { momentsOf, type DispatcherService, type ServiceInfo } from '../../../services/model'
import { routeText } from '../../../fares/client'
import { RideLegs, ValidationNote } from '../../../services/client'
import { priceText } from './price-text'
import { Fact, FactList } from '../vehicle/Fact'
import { Rating } from '../vehicle/Rating'

/** The times of the service's events, in their order. */
function Moments({ service }: { service: DispatcherService }) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  // When it was put up, and when it was asked for, is one moment here.
  const known = momentsOf(service).filter(({ name }) => name !== 'date_onair')
  return (
    <Box
      component="ol"
      aria-label={say('dispatcher.info.moments')}
      sx={{ m: 0, p: 0, listStyle: 'none', fontSize: 12.5, lineHeight: '22px' }}
    >
      {known.map(({ name, at }) => (
        <Box component="li" key={name} sx={{ display: 'flex', gap: 1.5 }}>
          <Box
            component="time"
            dateTime={at}
            sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
          >
            {dateTimeText(at, zone)}
          </Box>
          {say(`dispatcher.info.moment.${name}`)}
        </Box>
      ))}
    </Box>
  )
}

/** Client, driver and vehicle of a service, its price, and the times of its events. */
export function InfoFacts({ info: { service, client, driver, vehicle, canceled, legs } }: { info: ServiceInfo }) {
  const say = useSay()
  const style = useDisplayStyle()
  const { distance, duration } = service
  const clientName = fullName(client)
  const driverName = driver && fullName(driver)
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <FactList>
        <Fact name={say('dispatcher.info.client')}>
          <RecordLink of="clients" id={client.id}>
            {clientName}
          </RecordLink>
          <Phone phone={client.phone} />
        </Fact>
        {service.invited === 1 && (
          <Fact name={say('dispatcher.info.invited')}>
            {service.invited_name ?? <Faint />}
            <Phone phone={service.invited_phone} />
          </Fact>
        )}
        {service.co_name && (
          <Fact name={say('dispatcher.info.company')}>
            {[service.co_name, service.ca_name].filter(Boolean).join(' · ')}
          </Fact>
        )}
        <Fact name={say('dispatcher.card.driver')}>
          {!driver ? (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {say('dispatcher.no_driver')}
            </Box>
          ) : (
            <RecordLink of="drivers" id={driver.id}>
              {driverName}
            </RecordLink>
          )}
          {driver && <Rating average={driver.rating_average} count={driver.rating_count} />}
          <Phone phone={driver?.phone ?? null} />
        </Fact>
        {vehicle && (
          <Fact name={say('dispatcher.card.vehicle')}>
            {[vehicle.plate, vehicle.code, [vehicle.brand, vehicle.model].filter(Boolean).join(' ')]
              .filter(Boolean)
              .join(' · ')}
            {vehicle.color && <Swatch colour={vehicle.color} />}
          </Fact>
        )}
        <Fact name={say('dispatcher.info.product')}>{service.pr_name ?? <Faint />}</Fact>
        <Fact name={say('dispatcher.info.way')}>
          {distance === null || duration === null ? <Faint /> : routeText({ distance, duration }, style)}
        </Fact>
        {service.price_total !== null && (
          <Fact name={say('dispatcher.info.price')}>
            <Box component="span" sx={{ fontWeight: 600 }}>
              {priceText(service, say, style)}
            </Box>
            {service.pm_name && <Box component="span" sx={{ color: 'text.secondary' }}>{` · ${service.pm_name}`}</Box>}
          </Fact>
        )}
        <Fact name={say('dispatcher.info.seats')}>{service.capacity_1}</Fact>
        {service.scheduled === 1 && service.date_scheduled && (
          <Fact name={say('dispatcher.info.scheduled')}>{dateTimeText(service.date_scheduled, style.zone)}</Fact>
        )}
        {service.trip_reason && <Fact name={say('services.trip_reason')}>{service.trip_reason}</Fact>}
        {service.notes && <Fact name={say('dispatcher.info.notes')}>{service.notes}</Fact>}
        {service.is_return === 1 && (
          <Fact name={say('services.history.return')}>{say('services.history.with_return')}</Fact>
        )}
        {service.order_number && <Fact name={say('services.form.client.order')}>{service.order_number}</Fact>}
        {canceled && (
          <Fact name={say('dispatcher.info.canceled')}>
            {[canceled.by, canceled.reason].filter(Boolean).join(' · ') || <Faint />}
            {(service.price_cancel ?? 0) > 0 && (
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {` · ${say('dispatcher.info.penalty', { price: moneyText(service.price_cancel ?? 0, style) })}`}
              </Box>
            )}
          </Fact>
        )}
        {service.op_name && <Fact name={say('dispatcher.info.operator')}>{service.op_name}</Fact>}
      </FactList>
      <Suspense fallback={null}>
        <ValidationNote service={service} />
      </Suspense>
      {legs.length > 0 && (
        <Box component="section" aria-label={say('services.history.legs')}>
          <Box component="h3" sx={{ m: 0, mb: 0.75, fontSize: 13, fontWeight: 600 }}>
            {say('services.history.legs')}
          </Box>
          <Suspense fallback={null}>
            <RideLegs legs={legs} next={service.date_handed_over === null ? undefined : driverName} />
          </Suspense>
        </Box>
      )}
      <Moments service={service} />
    </Box>
  )
}

const fullName = ({ name, surname }: { name: string | null; surname: string | null }): string =>
  [name, surname].filter(Boolean).join(' ')

function Phone({ phone }: { phone: string | null }) {
  if (!phone) return null
  return (
    <>
      {' · '}
      <Link href={`tel:${phone.replace(/[^+\d]/g, '')}`} underline="hover">
        {phone}
      </Link>
    </>
  )
}

/** The colour the passenger looks out for; a colour given as a word is shown as it is. */
function Swatch({ colour }: { colour: string }) {
  if (!/^#[0-9a-f]{3,8}$/i.test(colour)) return <>{` · ${colour}`}</>
  return <Box component="span" role="img" aria-label={colour} sx={{ ...SWATCH, bgcolor: colour }} />
}

const SWATCH = {
  display: 'inline-block',
  width: 12,
  height: 12,
  marginInlineStart: 1,
  borderRadius: '3px',
  border: 1,
  borderColor: 'text.secondary',
  verticalAlign: '-1px',
} as const
