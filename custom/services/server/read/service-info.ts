import { isStaff } from '#app/asker'
import { sql } from 'kysely'
import type { Column, Row } from '#app/tables'
import { AppError, type CallResponse } from '#engine/model'
import { type CallContext, iso, serveCall } from '#engine/server'
import { trackOf, VEHICLE_FACTS, VEHICLE_JOINS, type VehicleFacts } from '../../../fleet/server'
import type { DispatcherService } from '../../model/dispatcher-service'
import { serviceInfoCall } from '../../model/info-call'
import { IN_PROGRESS, type ServiceState } from '../../../service-states/model'
import { stateTimer } from '../../model/state-timer'
import type { RideLeg } from '../../model/handover-call'
import { readLegs, trackOfLegs } from '../handover/read-legs'
import { canceledOf } from './canceled-of'
import { assertSeesServices } from './may-see'
import { readService } from './read-services'
import { pricedStops, serviceFare } from './service-fare'

type Info = CallResponse<typeof serviceInfoCall>

interface Around extends VehicleFacts, Row<'services', 'id_grouping' | 'cancel_by' | 'cancel_code' | 'cancel_reason'> {
  readonly dr_pic: Column<'users.pic'>
  readonly dr_rating: number | null
  readonly dr_ratings: Column<'users.rating_count'>
  readonly code: Column<'vehicles.code'>
  readonly year: Column<'vehicles.year'> | null
  readonly date_asked: string | null
  readonly approach_s: Column<'service_offers.duration'>
}

/** A service with its people, vehicle and track, for users who may see it. @throws {AppError} FORBIDDEN, NOT_FOUND */
export const serviceInfo = serveCall(serviceInfoCall, async (context, { id }) => {
  const { actor, db, now } = context
  assertSeesServices(actor)
  const service = await readService(context, db, id)
  const row = await aroundOf(context, id)
  const { date_asked, approach_s } = row
  const fare = await serviceFare(context, service)
  const legs = await readLegs(context, id)
  return {
    service,
    client: { id: service.id_client, name: service.cl_name, surname: service.cl_surname, phone: service.cl_phone },
    driver: await driverOf(context, service, row),
    // Clients see the vehicle's position only while the ride is in progress.
    vehicle: vehicleOf(service, isStaff(actor) || isInProgress(service) ? row : { ...row, ...NOWHERE }),
    stops: [...pricedStops(service.stops, fare)],
    fare,
    trackings: await serviceTrack(context, service, legs),
    timer: stateTimer({ ...service, state: service.state as ServiceState, date_asked, approach_s }, now()),
    id_grouping: row.id_grouping,
    legs,
    canceled: canceledOf(context, service.state, row),
  }
})

async function aroundOf({ db }: CallContext, id: number): Promise<Around> {
  const {
    rows: [row],
  } = await sql<Around>`
    select dr.pic as dr_pic, dr.rating_average::float8 as dr_rating, dr.rating_count as dr_ratings, v.code, v.year,
      ${VEHICLE_FACTS},
      ${iso('o.date_created')} as date_asked, coalesce(s.time_approach, o.duration) as approach_s, s.id_grouping,
      s.cancel_by, s.cancel_code, s.cancel_reason
    from services s
    left join users dr on dr.id = s.id_driver
    left join vehicles v on v.id = s.id_vehicle
    ${VEHICLE_JOINS}
    left join lateral (select date_created, duration from service_offers
      where id_service = s.id and state in ('pending', 'accepted') and date_deleted is null order by id desc
      limit 1) o on true
    where s.id = ${id}`.execute(db)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

async function driverOf(
  { picture }: CallContext,
  service: DispatcherService,
  { dr_pic, dr_rating, dr_ratings }: Around,
): Promise<Info['driver']> {
  const { id_driver, dr_name, dr_surname, dr_phone } = service
  if (id_driver === null) return null
  return {
    id: id_driver,
    name: dr_name,
    surname: dr_surname,
    phone: dr_phone,
    pic: await picture(dr_pic ?? undefined),
    rating_average: dr_rating,
    rating_count: dr_ratings,
  }
}

const NOWHERE = { lat: null, lng: null, course: null, availability: null, date_fix: null }

const isInProgress = ({ state }: DispatcherService): boolean => (IN_PROGRESS as readonly string[]).includes(state)

function vehicleOf({ id_vehicle }: DispatcherService, row: Around): Info['vehicle'] {
  const { plate, code, brand, model, year, icon, color_code, lat, lng, course, availability, date_fix } = row
  if (id_vehicle === null || plate === null) return null
  return {
    id: id_vehicle,
    plate,
    code,
    brand,
    model,
    year,
    icon: icon ?? 'car',
    color: color_code,
    lat,
    lng,
    course,
    availability: availability ?? 'offline',
    date_fix,
  }
}

/**
 * The driver's positions while they had the service, and those of the drivers before who had its passenger; those
 * outside the house see them until it is over.
 */
export async function serviceTrack(
  context: Pick<CallContext, 'actor' | 'db' | 'model' | 'say'>,
  service: DispatcherService,
  legs: readonly RideLeg[],
): Promise<Info['trackings']> {
  if (!isStaff(context.actor) && !isInProgress(service)) return []
  const { id_driver, date_accepted, date_finalized, date_canceled } = service
  const before = await trackOfLegs(context, legs)
  // Whoever is on the way to take over has no part yet.
  if (
    id_driver === null ||
    date_accepted === null ||
    legs.some((leg) => leg.id_driver === id_driver && Date.parse(leg.date_start ?? '') >= Date.parse(date_accepted))
  )
    return before
  const end = date_finalized ?? date_canceled
  return [
    ...before,
    ...(await trackOf(context.db, {
      id_driver,
      from: new Date(date_accepted),
      until: end === null ? null : new Date(end),
    })),
  ]
}
