import { type NotNull, sql, type RawBuilder } from 'kysely'
import { type Column, living } from '#app/tables'
import { AppError } from '#engine/model'
import { type Db, stateObjects, type Tx } from '#engine/server'
import { greatCircle_m } from '../../../geometry/model'
import { putForward, withdrawAssignment, VEHICLE_FITS } from '../../../services/server'
import { assignmentCall, assignmentWithdrawCall, availableBookingsCall } from '../../model/bookings-call'
import type { DriverBooking } from '../../model/driver-wire'
import { readDriverServices } from '../read/driver-services'
import { serveDriver, type DriverContext } from '../serve-driver'

/** The vehicle a driver would use, and its last position. */
interface ComesWith {
  readonly id_vehicle: Column<'vehicles.id'>
  readonly lat: number | null
  readonly lng: number | null
}

/** The vehicle of the driver's shift, else their own that fits a booking (the one with the fewest seats). */
async function vehicleFor(db: Db | Tx, id_driver: number, id_service: number): Promise<ComesWith | null> {
  const {
    rows: [vehicle],
  } = await sql<ComesWith>`
    select v.id as id_vehicle, p.point[1] as lat, p.point[0] as lng
    from services s join vehicles v on ${fits(id_driver)}
    left join vehicle_positions p on p.id_vehicle = v.id and p.date_deleted is null
    where s.id = ${id_service}
    order by exists (select 1 from driver_shifts h where h.id_driver = ${id_driver} and h.id_vehicle = v.id
      and h.state <> 'closed' and h.date_deleted is null) desc,
      v.capacity_1, v.id limit 1`.execute(db)
  return vehicle ?? null
}

/**
 * Bookings (a condition over `s`) without a driver that this one may apply for: of their branch, still to come, for
 * which one of their vehicles fits, and from which no operator has refused them.
 */
function openFor(id_driver: number, now: Date): RawBuilder<boolean> {
  return sql<boolean>`(s.state = 'scheduled' and s.id_driver is null and s.date_scheduled > ${now}
    and exists (select 1 from users u where u.id = ${id_driver} and (u.id_branch is null or s.id_branch is null
      or u.id_branch = s.id_branch))
    and exists (select 1 from vehicles v where ${fits(id_driver)})
    and not exists (select 1 from service_assignments a where a.id_service = s.id and a.id_driver = ${id_driver}
      and a.state = 'rejected' and a.date_deleted is null))`
}

/** Whether a vehicle `v` is the driver's and takes the service `s`: seats and the kinds of its product. */
const fits = (
  id_driver: number,
): RawBuilder<boolean> => sql<boolean>`(v.id_user = ${id_driver} and v.state = '1' and v.date_deleted is null
  and ${VEHICLE_FITS})`

const available = serveDriver(availableBookingsCall, async (context) => {
  if (!areOpen(context)) return { items: [] }
  return { items: await readBookings(context, sql<boolean>`${openFor(context.id_driver, context.now())}`) }
})

const ask = serveDriver(assignmentCall, async (context, { id_service }) => {
  const { id_driver, transaction, now, db } = context
  if (!areOpen(context)) throw new AppError('FORBIDDEN', { say: 'drivers.no_assignments' })
  const own = sql<boolean>`s.id = ${id_service}`
  await transaction(async (tx) => {
    if (await hasAsked(tx, id_driver, id_service)) return
    const service = await living(tx, 'services as s')
      .where(own)
      .where(openFor(id_driver, now()))
      .select(({ ref }) => [
        sql<number | null>`(${ref('s.org_point')})[1]`.as('lat'),
        sql<number | null>`(${ref('s.org_point')})[0]`.as('lng'),
      ])
      .executeTakeFirst()
    const vehicle = service && (await vehicleFor(tx, id_driver, id_service))
    if (!vehicle) throw new AppError('NOT_FOUND')
    await putForward(tx, {
      id_service,
      id_driver,
      id_vehicle: vehicle.id_vehicle,
      distance: metres(vehicle, service),
      now: now(),
    })
  })
  const [booking] = await readBookings(context, own, db)
  if (!booking) throw new AppError('NOT_FOUND')
  return booking
})

const withdraw = serveDriver(assignmentWithdrawCall, async ({ transaction, id_driver, now }, { id }) => {
  await transaction((tx) => withdrawAssignment(tx, { id, id_driver, now: now() }))
  return {}
})

export const bookingCalls = [available, ask, withdraw]

/** Whether the call is repeated: the driver waits for an answer, or has been given the booking. */
async function hasAsked(tx: Tx, id_driver: number, id_service: number): Promise<boolean> {
  const found = await living(tx, 'service_assignments')
    .where('id_service', '=', id_service)
    .where('id_driver', '=', id_driver)
    .where('state', 'in', ['pending', 'accepted'])
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

interface Spot {
  readonly lat: number | null
  readonly lng: number | null
}

/** As the crow flies. */
const metres = (from: Spot, to: Spot): number | null =>
  from.lat === null || from.lng === null || to.lat === null || to.lng === null
    ? null
    : Math.round(greatCircle_m([from.lat, from.lng], [to.lat, to.lng]))

const areOpen = ({ settings }: DriverContext): boolean =>
  Number(settings['app_driver_service_assignment_enabled']) === 1

async function readBookings(
  context: DriverContext,
  condition: Parameters<typeof readDriverServices>[3],
  db: Db = context.db,
): Promise<DriverBooking[]> {
  const { id_driver } = context
  const services = await readDriverServices(context, db, id_driver, condition)
  if (services.length === 0) return []
  const rows = await living(db, 'service_assignments')
    .where('id_driver', '=', id_driver)
    .where(
      'id_service',
      'in',
      services.map(({ id }) => id),
    )
    .distinctOn('id_service')
    .select(['id', 'id_service', 'state'])
    .orderBy('id_service')
    .orderBy('id', 'desc')
    .$narrowType<{ state: NotNull }>()
    .execute()
  const states = stateObjects(context, 'service_assignments')
  const asked = new Map(
    rows.map(({ id, id_service, state }) => [
      id_service,
      { id, state, state_obj: states.get(state) ?? { id: state, name: state, color: '' } },
    ]),
  )
  return services.map((service) => ({ service, assignment: asked.get(service.id) ?? null }))
}
