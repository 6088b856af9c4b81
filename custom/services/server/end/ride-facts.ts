import { sql } from 'kysely'
import type { Tx } from '#engine/server'
import { trackedDistance } from '../../../fleet/server'

/** A phone that tells less often than this on the whole has not told the way. */
const MAX_SECONDS_A_FIX = 120

export interface EndingRide {
  readonly id_driver: number | null
  readonly id_fare: number | null
  readonly keep_initial: boolean
  readonly date_waiting: Date | null
  readonly date_started: Date | null
}

interface Row {
  readonly id_driver: number | null
  readonly id_fare: number | null
  readonly keep_initial: boolean | null
  readonly waiting_ms: number | null
  readonly started_ms: number | null
}

/** What is known of a ride that ends; null: there is no such service. Its row is locked. */
export async function endingRide(tx: Tx, id: number): Promise<EndingRide | null> {
  const { rows: [row] } = await sql<Row>`
    select id_driver, id_fare, keep_initial, extract(epoch from date_waiting)::float8 * 1000 as waiting_ms,
      extract(epoch from date_started)::float8 * 1000 as started_ms
    from services where id = ${id} and date_deleted is null for update`.execute(tx)
  if (!row) return null
  const moment = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))
  return {
    id_driver: row.id_driver, id_fare: row.id_fare, keep_initial: row.keep_initial === true,
    date_waiting: moment(row.waiting_ms), date_started: moment(row.started_ms),
  }
}

/** Seconds waited at each stop; at the first one from the driver's arrival to the start, where both are known. */
export async function waitsOf(tx: Tx, id: number, { date_waiting, date_started }: EndingRide): Promise<readonly number[]> {
  const { rows } = await sql<{ wait_s: number | null }>`
    select wait_s from service_stops where id_service = ${id} and date_deleted is null order by position, id`.execute(tx)
  const atOrigin = date_waiting && date_started ? Math.max(0, Math.round((date_started.getTime() - date_waiting.getTime()) / 1000)) : null
  return rows.map(({ wait_s }, i) => (i === 0 ? atOrigin : null) ?? wait_s ?? 0)
}

/** How the driver went by his phone; null: it told too little of it. */
export async function trackedWay(
  tx: Tx, { id_driver, date_started }: EndingRide, until: Date,
): Promise<{ readonly distance_m: number; readonly duration_s: number } | null> {
  if (id_driver === null || date_started === null) return null
  const tracked = await trackedDistance(tx, { id_driver, from: date_started, until })
  const ride_s = Math.round((until.getTime() - date_started.getTime()) / 1000)
  if (!tracked || tracked.fixes < Math.max(2, ride_s / MAX_SECONDS_A_FIX)) return null
  // The ride lasts from its start to its end, whenever the phone spoke.
  return { distance_m: tracked.distance_m, duration_s: ride_s }
}
