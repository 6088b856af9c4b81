import { sql } from 'kysely'
import { type JsonObject, wrong } from '#engine/model'
import type { Tx } from '#engine/server'
import { moveTo } from '../../model/set-state'
import type { ServiceState } from '../../model/service-state'
import { finishFare } from '../end/finish-fare'
import { moveService, type MoveBy } from '../life/move-service'
import { stampStops } from '../life/stop-times'

export interface StateToSet {
  readonly id_service: number
  readonly wanted: string
  /** Since when; null: now. */
  readonly date: string | null
  readonly by: MoveBy
  readonly now: Date
  readonly settings: JsonObject
}

/** Clocks of several machines differ a little. */
const GRACE_MS = 60_000

/**
 * An operator says by hand where a ride with a driver stands, and since when: not before what happened last, and not in the future.
 * @throws {AppError} VALIDATION at `new_state` or `new_state_date`
 */
export async function setState(tx: Tx, { id_service, wanted, date, by, now, settings }: StateToSet): Promise<void> {
  const { rows: [row] } = await sql<{ state: ServiceState; id_driver: number | null; last_ms: number | null }>`
    select state, id_driver, extract(epoch from greatest(date_created, date_requested, date_accepted, date_onway, date_waiting, date_started,
      date_arrived))::float8 * 1000 as last_ms from services where id = ${id_service} for update`.execute(tx)
  if (!row || row.state === wanted) return
  if (row.id_driver === null) throw wrong('new_state', 'services.no_driver_yet')
  const move = moveTo(row.state, wanted)
  if (move === null) throw wrong('new_state', 'services.no_such_move')
  const said = date === null ? now : new Date(date)
  if (said.getTime() > now.getTime() + GRACE_MS) throw wrong('new_state_date', 'services.future')
  // Stamps have milliseconds, what people type has minutes: within the minute of what happened last it was after that.
  if (row.last_ms !== null && said.getTime() < Math.floor(row.last_ms / 60_000) * 60_000) throw wrong('new_state_date', 'services.before_last')
  const at = new Date(Math.max(said.getTime(), Math.ceil(row.last_ms ?? 0)))
  if (move === 'finalize') {
    await finishFare(tx, { id_service, by, now, settings, at })
    return
  }
  await moveService(tx, { id: id_service, move, by, now, at })
  await stampStops(tx, { id_service, move, at, now })
}
