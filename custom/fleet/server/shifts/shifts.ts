import { sql } from 'kysely'
import { type Column, living, type Row, tables } from '#app/tables'
import { AppError, type JsonObject, dateText, zonedText } from '#engine/model'
import { tell, type Tx } from '#engine/server'
import { IN_PROGRESS } from '../../../service-states/model'
import { setAvailability, showAvailability } from './availability'
import { logShifts, type ShiftBy, type ShiftVerb } from './log-shift'
import { behindAll, lockDriver, lockShift, writeShift, type Shift } from './shift-row'
import { FLEET_SETTINGS } from '../settings'

/** Who wants to start, with which vehicle, and when. */
interface PapersAsked {
  readonly id_driver: number
  readonly id_vehicle: number
  readonly now: Date
  readonly settings: JsonObject
}

interface Papers extends Row<'vehicles', 'plate' | 'date_insurance'>, Row<'users', 'date_license'> {
  readonly zone: Column<'branches.timezone'>
}

/**
 * Refuses to start with an expired licence or insurance: both count to the end of their day, on the clock of the
 * vehicle's branch. A date that was never entered is no obstacle, and the setting `shift_needs_papers` at 0 switches
 * the rule off.
 * @throws {AppError} CONFLICT `fleet.license_over`; VALIDATION at `id_vehicle`, `fleet.insurance_over`
 */
async function assertPapers(tx: Tx, { id_driver, id_vehicle, now, settings }: PapersAsked): Promise<void> {
  if (Number(settings['shift_needs_papers'] ?? FLEET_SETTINGS.shift_needs_papers) !== 1) return
  const {
    rows: [papers],
  } = await sql<Papers>`
    select v.plate, u.date_license, v.date_insurance, nullif(b.timezone, '') as zone
    from users u, vehicles v left join branches b on b.id = v.id_branch and b.date_deleted is null
    where u.id = ${id_driver} and v.id = ${id_vehicle}`.execute(tx)
  if (!papers) return
  const today = zonedText(now.toISOString(), papers.zone ?? String(settings['timezone'] ?? 'UTC')).slice(0, 10)
  const { date_license, date_insurance, plate } = papers
  if (date_license !== null && date_license < today)
    throw new AppError('CONFLICT', { say: 'fleet.license_over', params: { date: dateText(date_license) } })
  if (date_insurance !== null && date_insurance < today) {
    const params = { plate, date: dateText(date_insurance) }
    throw new AppError('VALIDATION', {
      say: 'fleet.insurance_over',
      params,
      errors: { id_vehicle: { key: 'fleet.insurance_over', params } },
    })
  }
}

/** Whose shift changes, when, and who changes it (absent: the driver); every change is a line of the activity log. */
export interface ShiftMove {
  readonly id_driver: number
  readonly now: Date
  readonly by?: ShiftBy
}

export interface ShiftStart extends ShiftMove {
  /** Null: the driver's only one. */
  readonly id_vehicle: number | null
  readonly app_version_code: number | null
  /** `shift_needs_papers`; absent: the defaults. */
  readonly settings?: JsonObject
}

/**
 * Puts a driver to work with one of their vehicles, at the end of the queue; asking again with the same vehicle changes
 * nothing.
 * @throws {AppError} FORBIDDEN (not a driver who is switched on), VALIDATION at `id_vehicle`, CONFLICT (another shift
 * is open), and as
 *   `assertPapers`
 */
export async function startShift(tx: Tx, start: ShiftStart): Promise<Shift> {
  const { id_driver, id_vehicle, app_version_code, now, settings = {} } = start
  if (!(await lockDriver(tx, id_driver))) throw new AppError('FORBIDDEN')
  const open = await lockShift(tx, id_driver)
  if (open && (id_vehicle === null || id_vehicle === open.id_vehicle)) return open
  if (open) throw new AppError('CONFLICT', { say: 'fleet.shift_open' })
  const vehicle = await vehicleOf(tx, id_driver, id_vehicle)
  await assertPapers(tx, { id_driver, id_vehicle: vehicle, now, settings })
  const made = await tables(tx)
    .insertInto('driver_shifts')
    .values({
      id_driver,
      id_vehicle: vehicle,
      state: 'online',
      place: behindAll,
      date_start: now,
      app_version_code,
      date_created: now,
      date_updated: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw new AppError('CONFLICT', { say: 'fleet.vehicle_taken' })
  await setAvailability(tx, { id_driver, now })
  return logged(tx, 'start', start, null, await writeShift(tx, made.id, start, {}))
}

async function vehicleOf(tx: Tx, id_driver: number, id_vehicle: number | null): Promise<number> {
  const [only, another] = await living(tx, 'vehicles')
    .where('id_user', '=', id_driver)
    .where('state', '=', '1')
    .$if(id_vehicle !== null, (query) => query.where('id', '=', id_vehicle))
    .select('id')
    .orderBy('id')
    .limit(2)
    .execute()
  if (only && !another) return only.id
  throw new AppError('VALIDATION', {
    errors: { id_vehicle: { key: id_vehicle === null && only ? 'required' : 'fleet.not_his_vehicle' } },
  })
}

/**
 * Ends a driver's shift; null: none was open.
 * @throws {AppError} CONFLICT while the driver is on a ride or has a request to answer
 */
export async function endShift(tx: Tx, end: ShiftMove): Promise<Shift | null> {
  const { id_driver, now } = end
  await lockDriver(tx, id_driver)
  const open = await lockShift(tx, id_driver)
  if (!open) return null
  const ride = living(tx, 'services').where('id_driver', '=', id_driver).where('state', 'in', IN_PROGRESS).select('id')
  const offer = living(tx, 'service_offers')
    .where('id_driver', '=', id_driver)
    .where('state', '=', 'pending')
    .where('date_deadline', '>', now.toISOString())
    .select('id')
  const busy = await tables(tx)
    .selectNoFrom(({ exists }) => [exists(ride).as('ride'), exists(offer).as('offer')])
    .executeTakeFirst()
  if (busy?.ride) throw new AppError('CONFLICT', { say: 'fleet.shift_on_ride' })
  if (busy?.offer) throw new AppError('CONFLICT', { say: 'fleet.shift_offer_open' })
  await addPause(tx, open.id, now)
  const shift = await writeShift(tx, open.id, end, {
    state: 'closed',
    date_end: now,
    place: null,
    date_paused: null,
    time_online: String(Math.max(0, Math.round((now.getTime() - Date.parse(open.date_start)) / 1000))),
  })
  await showAvailability(tx, [open.id_vehicle], now)
  return logged(tx, 'end', end, open, shift)
}

/**
 * Stops requests for a while; a ride under way goes on. Asking again changes nothing.
 * @throws {AppError} CONFLICT without an open shift
 */
export async function pauseShift(tx: Tx, pause: ShiftMove & { readonly reason?: string | null }): Promise<Shift> {
  const { id_driver, reason = null, now } = pause
  await lockDriver(tx, id_driver)
  const open = await opened(tx, id_driver)
  if (open.state === 'paused') return open
  const shift = await writeShift(tx, open.id, pause, { state: 'paused', date_paused: now, pause_reason: reason })
  await setAvailability(tx, { id_driver, now })
  return logged(tx, 'pause', pause, open, shift)
}

/** Ends a pause. @throws {AppError} CONFLICT without an open shift */
export async function resumeShift(tx: Tx, resume: ShiftMove): Promise<Shift> {
  const { id_driver, now } = resume
  await lockDriver(tx, id_driver)
  const open = await opened(tx, id_driver)
  if (open.state !== 'paused') return open
  await addPause(tx, open.id, now)
  await writeShift(tx, open.id, resume, { state: 'online', date_paused: null, pause_reason: null })
  await setAvailability(tx, { id_driver, now })
  return logged(tx, 'resume', resume, open, await writeShift(tx, open.id, resume, {}))
}

/** Before a pause is over: what it took is not waiting. */
async function addPause(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`update driver_shifts set time_paused = coalesce(time_paused, 0) + greatest(0,
    extract(epoch from ${now.toISOString()}::timestamptz - date_paused))::integer
    where id = ${id} and date_paused is not null`.execute(tx)
}

async function logged(
  tx: Tx,
  verb: ShiftVerb,
  { id_driver, by = { id_user: id_driver, platform: 'api' }, now }: ShiftMove,
  before: Shift | null,
  after: Shift,
): Promise<Shift> {
  const facts = (shift: Shift | null) => ({ state: shift?.state ?? null, pause_reason: shift?.pause_reason ?? null })
  // Whatever a shift becomes later is told as it is written.
  if (!before) await tell(tx, 'driver_shifts', { id: after.id, before, after: facts(after), by: by.id_user })
  await logShifts(tx, { verb, by, now, shifts: [{ id: after.id, before: facts(before), after: facts(after) }] })
  return after
}

async function opened(tx: Tx, id_driver: number): Promise<Shift> {
  const open = await lockShift(tx, id_driver)
  if (!open) throw new AppError('CONFLICT', { say: 'fleet.no_shift' })
  return open
}
