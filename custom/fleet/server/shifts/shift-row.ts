import { sql } from 'kysely'
import { iso, type Tx } from '#engine/server'

/** A driver at work with a vehicle; dates are ISO 8601 UTC. */
export interface Shift {
  readonly id: number
  readonly id_driver: number
  readonly id_vehicle: number
  readonly state: 'online' | 'busy' | 'paused' | 'closed'
  readonly place: number | null
  readonly date_start: string
  readonly date_paused: string | null
  readonly pause_reason: string | null
  readonly app_version_code: number | null
}

const columns = sql`id, id_driver, id_vehicle, state, place::float8 as place,
  ${iso('date_start')} as date_start, ${iso('date_paused')} as date_paused, pause_reason, app_version_code`

/**
 * The driver's lock, which whatever gives him work or takes it away holds too; what is asked after it sees what the one before did.
 * @returns whether there is such a driver, switched on
 */
export async function lockDriver(tx: Tx, id_driver: number): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`
    select state from users where id = ${id_driver} and type_user = '2' and date_deleted is null for no key update`.execute(tx)
  return rows[0]?.state === '1'
}

/** His open shift, locked; null: he is not at work. */
export async function lockShift(tx: Tx, id_driver: number): Promise<Shift | null> {
  const { rows } = await sql<Shift>`
    select ${columns} from driver_shifts where id_driver = ${id_driver} and state <> 'closed' and date_deleted is null for update`.execute(tx)
  return rows[0] ?? null
}

/** Writes columns of a shift. @returns it as it is now */
export async function writeShift(tx: Tx, id: number, now: Date, columnsToSet: { readonly [column: string]: unknown }): Promise<Shift> {
  await tx.updateTable('driver_shifts').set({ ...columnsToSet, date_updated: now, version: sql`version + 1` }).where('id', '=', id).execute()
  const { rows: [shift] } = await sql<Shift>`select ${columns} from driver_shifts where id = ${id}`.execute(tx)
  if (!shift) throw new Error(`shift ${id} is gone from under its lock`)
  return shift
}

/** The last place of the queue, and one more. */
export const behindAll = sql`(select coalesce(max(place), 0) + 1 from driver_shifts where state <> 'closed' and date_deleted is null)`
