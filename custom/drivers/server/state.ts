import { sql } from 'kysely'
import type { Column, Row } from '#app/tables'
import type { CallResponse } from '#engine/model'
import { iso } from '#engine/server'
import { ACTIVE, IN_PROGRESS } from '../../service-states/model'
import { mayPause } from '../model/app-version'
import { driverStateCall } from '../model/state-call'
import { pendingOffer } from './offers/read-offer'
import { readDriverServices } from './read/driver-services'
import { driverVehicle } from './read/vehicles'
import { serveDriver } from './serve-driver'

type State = CallResponse<typeof driverStateCall>

interface StateRow
  extends Row<'users', 'id' | 'name' | 'surname' | 'phone'>,
    Row<'sessions', 'app_version_code'>,
    Row<'driver_shifts', 'id_vehicle' | 'date_start' | 'date_paused' | 'pause_reason'> {
  readonly unread: number
  readonly panic: boolean
  /** Null: no shift is open, and all its other columns are null too. */
  readonly id_shift: Column<'driver_shifts.id'> | null
  readonly state: NonNullable<State['shift']>['state']
  readonly place: number | null
}

/** All that a driver's device shows. */
export const state = serveDriver(driverStateCall, async (context): Promise<State> => {
  const { db, id_driver, now, session } = context
  const [
    {
      rows: [row],
    },
    offer,
    services,
  ] = await Promise.all([
    sql<StateRow>`
      select u.id, u.name, u.surname, u.phone, (select app_version_code from sessions
        where id = ${session.id}) as app_version_code,
        (select count(*)::int from driver_messages m where m.id_driver = u.id and not m.from_driver
          and m.date_read is null and m.date_deleted is null) as unread,
        exists (select 1 from panics p where p.id_driver = u.id and p.state = 'open'
          and p.date_deleted is null) as panic,
        h.id as id_shift, h.id_vehicle, h.state, ${iso('h.date_start')} as date_start,
        ${iso('h.date_paused')} as date_paused, h.pause_reason,
        h.place::float8 as place
      from users u left join driver_shifts h on h.id_driver = u.id and h.state <> 'closed' and h.date_deleted is null
      where u.id = ${id_driver}`.execute(db),
    pendingOffer(context, db),
    readDriverServices(
      context,
      db,
      id_driver,
      sql<boolean>`s.id_driver = ${id_driver} and s.state in (${sql.join(ACTIVE)})`,
    ),
  ])
  if (!row) throw new Error(`driver ${id_driver} is gone from under their session`)
  const { id, name, surname, phone, id_shift, id_vehicle, date_start, date_paused, pause_reason, place } = row
  return {
    driver: { id, name, surname, phone },
    vehicle: id_shift === null ? null : await driverVehicle(db, id_vehicle),
    shift:
      id_shift === null
        ? null
        : { id: id_shift, id_vehicle, state: row.state, date_start, date_paused, pause_reason, place },
    may_pause: mayPause(row.app_version_code),
    offer,
    services: services.filter((service) => (IN_PROGRESS as readonly string[]).includes(service.state)),
    bookings: services.filter((service) => service.state === 'scheduled'),
    unread: row.unread,
    panic: row.panic,
    server_time: now().toISOString(),
  }
})
