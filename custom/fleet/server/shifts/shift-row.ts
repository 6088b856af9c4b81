import { KIND } from '#app/asker'
import { type NotNull, sql } from 'kysely'
import { type Changes, living, patchRecord, type Row, tables } from '#app/tables'
import { type By, BY_PROGRAM, iso, type Tx } from '#engine/server'

/** A driver at work with a vehicle; dates are ISO 8601 UTC. */
export interface Shift
  extends Row<
    'driver_shifts',
    'id' | 'id_driver' | 'id_vehicle' | 'state' | 'date_start' | 'date_paused' | 'pause_reason' | 'app_version_code',
    'state'
  > {
  readonly place: number | null
}

const COLUMNS = [
  'id',
  'id_driver',
  'id_vehicle',
  'state',
  sql<number | null>`place::float8`.as('place'),
  iso('date_start').$notNull().as('date_start'),
  iso('date_paused').as('date_paused'),
  'pause_reason',
  'app_version_code',
] as const

/**
 * Locks a driver. Whatever gives the driver work or takes it away holds this lock too, so later reads see what the
 * holder before did.
 * @returns whether there is such a driver, switched on
 */
export async function lockDriver(tx: Tx, id_driver: number): Promise<boolean> {
  const driver = await living(tx, 'users')
    .where('id', '=', id_driver)
    .where('type_user', '=', KIND.driver)
    .select('state')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return driver?.state === '1'
}

/** The driver's open shift, locked; null: not at work. */
export async function lockShift(tx: Tx, id_driver: number): Promise<Shift | null> {
  return (
    (await living(tx, 'driver_shifts')
      .where('id_driver', '=', id_driver)
      .where('state', '<>', 'closed')
      .select(COLUMNS)
      .forUpdate()
      .$narrowType<{ state: NotNull }>()
      .executeTakeFirst()) ?? null
  )
}

/** Writes columns of a shift, for `logShifts` to log. @returns the shift as it is now */
export async function writeShift(
  tx: Tx,
  id: number,
  { now, by = BY_PROGRAM }: { readonly now: Date; readonly by?: By },
  changes: Changes<'driver_shifts'>,
): Promise<Shift> {
  await patchRecord(tx, 'driver_shifts', id, changes, { by, now, verb: null })
  const shift = await tables(tx)
    .selectFrom('driver_shifts')
    .select(COLUMNS)
    .where('id', '=', id)
    .$narrowType<{ state: NotNull }>()
    .executeTakeFirst()
  if (!shift) throw new Error(`shift ${id} is gone from under its lock`)
  return shift
}

/** One more than the last place in the queue. */
export const behindAll = sql<string>`(select coalesce(max(place), 0) + 1 from driver_shifts
  where state <> 'closed' and date_deleted is null)`
