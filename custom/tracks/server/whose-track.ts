import { KIND, isStaff } from '#app/asker'
import { tables, visible } from '#app/tables'
import { addDays, AppError, dayBounds, isCalendarDate, todayIn, wrong } from '#engine/model'
import type { CallContext } from '#engine/server'
import type { Static } from 'typebox'
import type { TrackAsked as DriversFixes } from '../../fleet/server'
import { readService } from '../../services/server'
import { IN_PROGRESS } from '../../service-states/model'
import { MAX_DAYS, type TrackAsked } from '../model/track-calls'

/** Whose track it is, of which time. */
interface WhoseTrack {
  readonly driver: { readonly id: number; readonly name: string | null; readonly surname: string | null } | null
  readonly id_service: number | null
  readonly zone: string
  /** Calendar days in that zone; null: a ride's own time. */
  readonly days: { readonly from: string; readonly to: string } | null
  /** Null: nobody drives it yet. */
  readonly fixes: DriversFixes | null
}

type TrackRequest = Static<typeof TrackAsked>

/**
 * The track that is asked for, if the asker may see it: staff with the right any of their scope's, drivers their own,
 * and a client or company the ride of theirs that is under way.
 * @throws {AppError} NOT_FOUND, FORBIDDEN, VALIDATION
 */
export async function whoseTrack(context: CallContext, asked: TrackRequest): Promise<WhoseTrack> {
  if (asked.id_service !== undefined) return trackOfRide(context, asked.id_service)
  const { actor } = context
  const id = asked.id_user
  if (id === undefined) throw wrong('id_user', 'required')
  if (id !== actor.id) assertStaff(context)
  const driver = await (id === actor.id
    ? tables(context.db).selectFrom('users').where('date_deleted', 'is', null)
    : visible(context.db, context, 'users')
  )
    .where('id', '=', id)
    .where('type_user', '=', KIND.driver)
    .select(['id', 'name', 'surname', 'id_branch'])
    .executeTakeFirst()
  if (!driver) throw new AppError('NOT_FOUND')
  const zone = await zoneOf(context, driver.id_branch)
  const days = daysOf(context, asked, zone)
  const [first, last] = [dayBounds(days.from, zone), dayBounds(days.to, zone)]
  if (!first || !last) throw wrong('date_from', 'date')
  return {
    driver: { id: driver.id, name: driver.name, surname: driver.surname },
    id_service: null,
    zone,
    days,
    fixes: { id_driver: driver.id, from: new Date(first.from), until: new Date(Date.parse(last.until) - 1) },
  }
}

async function trackOfRide(context: CallContext, id: number): Promise<WhoseTrack> {
  const { actor, db } = context
  const service = await readService(context, db, id)
  const isTheirs = service.id_driver === actor.id
  const isUnderWay = (IN_PROGRESS as readonly string[]).includes(service.state)
  if (isStaff(actor)) assertStaff(context)
  // Where a driver goes after the ride is nobody's business who paid for it.
  else if (!isTheirs && !isUnderWay) throw new AppError('NOT_FOUND', { say: 'tracks.ride_over' })
  const { id_driver, date_accepted, date_finalized, date_canceled } = service
  const end = date_finalized ?? date_canceled
  return {
    driver: id_driver === null ? null : { id: id_driver, name: service.dr_name, surname: service.dr_surname },
    id_service: id,
    zone: await zoneOf(context, service.id_branch),
    days: null,
    fixes:
      id_driver === null || date_accepted === null
        ? null
        : { id_driver, from: new Date(date_accepted), until: end === null ? null : new Date(end) },
  }
}

/** @throws {AppError} FORBIDDEN */
function assertStaff({ actor }: CallContext): void {
  if (!isStaff(actor) || (!actor.root && actor.rights['trackings']?.see !== true)) throw new AppError('FORBIDDEN')
}

async function zoneOf({ db, settings }: CallContext, id_branch: number | null): Promise<string> {
  const branch =
    id_branch === null
      ? undefined
      : await tables(db).selectFrom('branches').where('id', '=', id_branch).select('timezone').executeTakeFirst()
  return branch?.timezone || String(settings['timezone'] ?? 'UTC')
}

function daysOf(
  { now }: CallContext,
  { date_from, date_to }: TrackRequest,
  zone: string,
): { readonly from: string; readonly to: string } {
  const today = todayIn(zone, now())
  const from = date_from ?? date_to ?? today
  const to =
    date_to ??
    (from > today
      ? from
      : date_from === undefined
        ? from
        : today < addDays(from, MAX_DAYS - 1)
          ? today
          : addDays(from, MAX_DAYS - 1))
  if (!isCalendarDate(from)) throw wrong('date_from', 'date')
  if (!isCalendarDate(to)) throw wrong('date_to', 'date')
  if (to < from) throw wrong('date_to', 'tracks.days_turned')
  if (to >= addDays(from, MAX_DAYS)) throw wrong('date_to', 'tracks.too_many_days', { max: MAX_DAYS })
  return { from, to }
}
