import type { Database, Db } from '#engine/server'
import { makeDays } from '../history/partitions'

const DAY_MS = 86_400_000

const made = new WeakMap<Db, number>()

/** Makes sure that what arrives at a moment has its partition, though the job that makes them ahead was not there to; asks once a day. */
export async function makeDay(db: Db, transaction: Database['transaction'], now: Date): Promise<void> {
  const day = Math.floor(now.getTime() / DAY_MS)
  if (made.get(db) === day) return
  await transaction((tx) => makeDays(tx, now, 2))
  made.set(db, day)
}
