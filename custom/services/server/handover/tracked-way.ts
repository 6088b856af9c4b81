import type { Db, Tx } from '#engine/server'
import { trackedDistance } from '../../../fleet/server'

/** A way by a phone counts only if it reported at least this often on average. */
const MAX_SECONDS_A_FIX = 120

export interface TrackedWay {
  readonly distance_m: number
  readonly duration_s: number
}

/** How far a driver went between two moments, as their phone reported it; null: it reported too little. */
export async function trackedWay(
  db: Db | Tx,
  asked: { readonly id_driver: number; readonly from: Date; readonly until: Date },
): Promise<TrackedWay | null> {
  const tracked = await trackedDistance(db, asked)
  const duration_s = Math.round((asked.until.getTime() - asked.from.getTime()) / 1000)
  if (!tracked || tracked.fixes < Math.max(2, duration_s / MAX_SECONDS_A_FIX)) return null
  // It lasts from its start to its end, whenever the phone reported.
  return { distance_m: tracked.distance_m, duration_s }
}
