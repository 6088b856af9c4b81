import type { NotNull } from 'kysely'
import { living, patchRecords, type Row, tables, type Written } from '#app/tables'
import { AppError } from '#engine/model'
import { raised, type Tx, wakeJob } from '#engine/server'
import { setAvailability } from '../../../fleet/server'
import { MOVES, type ServiceMove, type MoveName } from '../../model/life-cycle'
import type { ServiceState } from '../../../service-states/model'
import { measuredColumns } from './measured-columns'
import { movedColumns } from './moved-columns'
import type { MoveAsked } from './move-asked'
import { isDriverTaken, movedMeanwhile } from './move-refused'
import { noteGiveBack } from '../warnings/note-give-back'
import { withdrawAsked } from './withdraw-asked'
import { closeLeg, openLeg } from '../handover/legs'
import { assertPaid } from './assert-paid'
import { assertValidated } from '../validate/waiting-validation'

interface HandsChanged {
  readonly id: number
  /** The passenger rides already: the route so far is theirs, whoever drives on. */
  readonly aboard: boolean
  /** Who had it, and who has it now. */
  readonly before: { readonly id_driver: number | null }
  readonly after: { readonly id_driver: number | null }
  readonly now: Date
}

/**
 * Forgets where a driver was who no longer has the service: the next one arrives anew, and the route may change until
 * then.
 */
async function forgetStops(tx: Tx, { id, aboard, before, after, now }: HandsChanged): Promise<void> {
  if (aboard || before.id_driver === null || before.id_driver === after.id_driver) return
  await tables(tx)
    .updateTable('service_stops')
    .set({ date_reached: null, date_left: null, wait_s: 0, ...raised(now) })
    .where('id_service', '=', id)
    .where('date_deleted', 'is', null)
    .where(({ eb, or }) =>
      or([eb('date_reached', 'is not', null), eb('date_left', 'is not', null), eb('wait_s', '<>', 0)]),
    )
    .execute()
}

/** Job that looks for drivers; woken by every move that gives it something to do. */
export const DISPATCH_JOB = 'services.dispatch'

export interface MovedService {
  readonly id: number
  readonly version: number
  readonly from: ServiceState
  readonly state: ServiceState
  readonly id_driver: number | null
  readonly id_vehicle: number | null
  /** Who had it before. */
  readonly was: { readonly id_driver: number | null; readonly id_vehicle: number | null }
}

/** The columns that a move relies on and changes. */
const STANDS = ['version', 'state', 'id_driver', 'id_vehicle', 'date_handed_over'] as const
type Standing = Row<'services', (typeof STANDS)[number], 'state'>

/**
 * Moves a service from state to state; nothing else may. One conditional write with its stamps and its line in the log;
 * it takes back what was still asked of drivers and wakes the search for drivers. Locks the service first: lock offers
 * and shifts after it.
 * @throws {AppError} NOT_FOUND; CONFLICT `services.moved_meanwhile` when its state (or driver) has changed meanwhile,
 * with `body.state`;
 *   CONFLICT `services.driver_taken` when the driver has another ride
 */
export async function moveService(tx: Tx, asked: MoveAsked): Promise<MovedService> {
  const move: ServiceMove = MOVES[asked.move]
  const { id, by, now } = asked
  if (!move.by.includes(by.mover)) throw new AppError('FORBIDDEN', { say: 'services.not_yours' })
  const before = await locked(tx, id)
  if (!isAllowed(move, before, asked)) throw movedMeanwhile(before.state)
  if (before.state === 'created') {
    await assertValidated(tx, asked)
    await assertPaid(tx, asked)
  }
  const to = {
    at: (asked.at ?? now).toISOString(),
    id_driver: asked.id_driver ?? null,
    id_vehicle: asked.id_vehicle ?? null,
  }
  const aboard = before.date_handed_over !== null || move === MOVES.hand_over
  const columns = { ...movedColumns(move, to, aboard), ...asked.also }
  // A stamp is the moment of the line itself, unless somebody reports it later.
  const says = [
    'state',
    'id_driver',
    'id_vehicle',
    ...Object.keys(asked.also ?? {}),
    ...(asked.at && move.stamps !== null ? [move.stamps] : []),
  ]
  const after = await written(tx, asked, {
    move,
    before,
    columns: { ...columns, ...measuredColumns(move, to.at, aboard) },
    says,
  })
  await withdrawAsked(tx, id, move, before, { by, now })
  await forgetStops(tx, { id, aboard, before, after, now })
  await keepLegs(tx, { asked, move, before, at: asked.at ?? now })
  if (GIVES_BACK.includes(asked.move) && by.mover === 'driver')
    await noteGiveBack(tx, { id, id_driver: before.id_driver, now })
  await shownOnMap(tx, { before, after, now })
  await wakeJob(tx, DISPATCH_JOB)
  return {
    id,
    ...after,
    from: before.state,
    was: { id_driver: before.id_driver, id_vehicle: before.id_vehicle },
  }
}

interface PartsKept {
  readonly asked: MoveAsked
  readonly move: ServiceMove
  readonly before: Standing
  readonly at: Date
}

/**
 * The parts of a ride that is handed over: the next begins where its driver takes the passenger, the last ends with the
 * ride.
 */
async function keepLegs(tx: Tx, { asked: { id, by, now }, move, before, at }: PartsKept): Promise<void> {
  if (move === MOVES.start && before.date_handed_over !== null && before.id_driver !== null) {
    await openLeg(tx, { id_service: id, id_driver: before.id_driver, id_vehicle: before.id_vehicle, at, now })
  }
  if (move.to === 'finalized' || move.to === 'canceled') await closeLeg(tx, id, at, { by, now })
}

/** What a driver does who had the ride or the booking and wants it no more. */
const GIVES_BACK: readonly MoveName[] = ['release', 'unreserve']

/** Updates what the map shows of the drivers who had it and have it, and their shifts. */
async function shownOnMap(
  tx: Tx,
  { before, after, now }: { readonly before: Standing; readonly after: Standing; readonly now: Date },
): Promise<void> {
  const finished = after.state === 'finalized'
  // Always in the same order, so that two moves do not wait for each other's shifts.
  const drivers = [...new Set([before.id_driver, after.id_driver].filter((id) => id !== null))].sort((a, b) => a - b)
  for (const id_driver of drivers)
    await setAvailability(tx, { id_driver, now, finished: finished && id_driver === after.id_driver })
}

async function locked(tx: Tx, id: number): Promise<Standing> {
  const row = await living(tx, 'services')
    .where('id', '=', id)
    .select(STANDS)
    .forUpdate()
    .$narrowType<{ state: NotNull }>()
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** Whether the row is in a state that the move starts from, and has the driver that the move expects. */
function isAllowed(
  move: ServiceMove,
  { state, id_driver, date_handed_over }: Standing,
  { by, id_driver: asked = null }: MoveAsked,
): boolean {
  if (!move.from.includes(state)) return false
  // Whoever rides already rides now, and gets out at the house's word alone.
  if (date_handed_over !== null && (move === MOVES.schedule || (move === MOVES.cancel && by.mover === 'client')))
    return false
  if (move.driver === 'set') return asked !== null && (id_driver === null || id_driver === asked)
  if (move.driver === 'needed' && id_driver === null) return false
  return by.mover !== 'driver' || (id_driver !== null && id_driver === asked)
}

interface ToWrite {
  readonly move: ServiceMove
  readonly before: Standing
  readonly columns: Written<'services'>
  /** What the log says of it. */
  readonly says: readonly string[]
}

async function written(
  tx: Tx,
  { id, move: verb, by, now, note }: MoveAsked,
  { move, before, columns, says }: ToWrite,
): Promise<Standing> {
  const [row] = await patchRecords(
    tx,
    'services',
    (on) =>
      on.and([
        on('id', '=', id),
        on('state', 'in', move.from),
        on('id_driver', 'is not distinct from', before.id_driver),
      ]),
    columns,
    { by, now, verb: `service_${verb}`, note: note ?? null, says, reads: STANDS },
  ).catch((cause: unknown) => {
    throw isDriverTaken(cause) ? new AppError('CONFLICT', { say: 'services.driver_taken' }, { cause }) : cause
  })
  if (!row) throw movedMeanwhile(before.state)
  const { state, id_driver, id_vehicle, date_handed_over } = row.after
  return { version: row.version, state: state ?? before.state, id_driver, id_vehicle, date_handed_over }
}
