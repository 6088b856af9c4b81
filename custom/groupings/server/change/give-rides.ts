import { sql } from 'kysely'
import { type Column, living, tables } from '#app/tables'
import { AppError } from '#engine/model'
import { anyOf, type CallContext, type Tx } from '#engine/server'
import { assignDriver, type MoveBy, moverOf, moveService, VEHICLE_FITS } from '../../../services/server'

/** Who acts on a grouping's rides, and when. */
export interface Acting {
  readonly by: MoveBy
  readonly now: Date
}

export const actingAs = (context: CallContext): Acting => ({ by: moverOf(context), now: context.now() })

/** Of a grouping that has no vehicle any more. */
export const NOBODY_DRIVES = { id_vehicle: null, id_driver: null, auto_assign: false, optimize_route: false } as const

/** Rides of a grouping that its vehicle may still be given, in the order in which they are locked. */
const OPEN_STATES = ['created', 'scheduled', 'requested', 'unassigned', 'accepted', 'onway', 'waiting'] as const

/**
 * Gives rides of a grouping to its driver and vehicle, each by the ride's own move; all, or the transaction ends.
 * @param only these of them
 * @throws {AppError} CONFLICT `groupings.unfit_vehicle`, and as `assignDriver`
 */
export async function giveRides(context: CallContext, tx: Tx, id: number, only?: readonly number[]): Promise<void> {
  await giveAll(tx, id, actingAs(context), only)
}

/** As `giveRides`, for a write of the form. */
export async function giveAll(tx: Tx, id: number, { by, now }: Acting, only?: readonly number[]): Promise<void> {
  const grouping = await tables(tx)
    .selectFrom('groupings')
    .where('id', '=', id)
    .select(['id_driver', 'id_vehicle'])
    .executeTakeFirst()
  const { id_driver = null, id_vehicle = null } = grouping ?? {}
  if (id_driver === null || id_vehicle === null) return
  await assertFits(tx, id, id_vehicle)
  const rides = await living(tx, 'services')
    .where('id_grouping', '=', id)
    .where('state', 'in', OPEN_STATES)
    .select(['id', 'id_driver'])
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const ride of rides) {
    if (only && !only.includes(ride.id)) continue
    await assignDriver(tx, { id_service: ride.id, id_driver, id_vehicle, by, now, replaces: ride.id_driver })
  }
}

/**
 * Takes rides of a grouping off its driver.
 * @throws {AppError} CONFLICT `groupings.aboard` when somebody is on board
 */
export async function takeAll(tx: Tx, id: number, { by, now }: Acting): Promise<void> {
  const rides = await living(tx, 'services')
    .where('id_grouping', '=', id)
    .where('id_driver', 'is not', null)
    .where('state', 'not in', ['finalized', 'canceled'])
    .select(['id', 'state'])
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id: id_service, state } of rides) {
    if (state === 'started' || state === 'arrived') throw new AppError('CONFLICT', { say: 'groupings.aboard' })
    await moveService(tx, { id: id_service, move: state === 'scheduled' ? 'unreserve' : 'unassign', by, now })
  }
}

async function assertFits(tx: Tx, id: number, id_vehicle: number): Promise<void> {
  const unfit = await living(tx, 'services as s')
    .innerJoin('vehicles as v', (join) => join.on('v.id', '=', id_vehicle))
    .where('s.id_grouping', '=', id)
    .where('s.state', 'not in', ['finalized', 'canceled'])
    .where(sql<boolean>`not ${VEHICLE_FITS}`)
    .select('s.id')
    .limit(1)
    .executeTakeFirst()
  if (unfit) throw new AppError('CONFLICT', { say: 'groupings.unfit_vehicle', params: { id: unfit.id } })
}

/**
 * Locks the vehicle and refuses it when another grouping has it at the same time.
 * @throws {AppError} CONFLICT `groupings.vehicle_taken`
 */
export async function assertVehicleFree(tx: Tx, id: number, id_vehicle: number): Promise<void> {
  await tables(tx).selectFrom('vehicles').where('id', '=', id_vehicle).select('id').forNoKeyUpdate().execute()
  const other = await living(tx, 'groupings as o')
    .innerJoin('groupings as g', (join) => join.on('g.id', '=', id))
    .where('o.id', '<>', id)
    .where('o.id_vehicle', '=', id_vehicle)
    .where('o.state', 'in', ['1', '2', '3'])
    .where(sql<boolean>`o.date_start < g.date_arrival and g.date_start < o.date_arrival`)
    .select('o.name')
    .limit(1)
    .executeTakeFirst()
  if (other) throw new AppError('CONFLICT', { say: 'groupings.vehicle_taken', params: { name: other.name ?? '' } })
}

type GroupingState = NonNullable<Column<'groupings.state'>>

/** Locks the rides of a grouping, then the grouping: the order in which a ride's own moves do. */
export async function lockGrouping(tx: Tx, id: number): Promise<{ readonly state: GroupingState }> {
  const rides = await living(tx, 'services').where('id_grouping', '=', id).select('id').execute()
  await tables(tx)
    .selectFrom('services')
    .where('id', '=', anyOf(rides.map((ride) => ride.id)))
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
  const row = await living(tx, 'groupings').where('id', '=', id).select('state').forUpdate().executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  return { state: row.state ?? '1' }
}
