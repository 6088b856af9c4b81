import { sql } from 'kysely'
import type { Database } from '#engine/server'
import type { Fix } from '../../model/fix'
import { DAY_MS } from '#engine/model'
import { makeDays } from './partitions'

/** A fix of the past with whose it was. */
export interface PastFix extends Fix {
  readonly id_driver: number
  readonly id_vehicle: number
  readonly id_service: number | null
}

const BATCH = 5000

/**
 * Puts positions of the past into the history as if they had arrived in time, each on its own day: for made-up data.
 */
export async function putPastFixes(
  { transaction }: Pick<Database, 'transaction'>,
  fixes: readonly PastFix[],
): Promise<void> {
  if (fixes.length === 0) return
  const first_ms = fixes.reduce((least, { date_fix }) => Math.min(least, date_fix.getTime()), Infinity)
  const last_ms = fixes.reduce((most, { date_fix }) => Math.max(most, date_fix.getTime()), 0)
  await transaction(async (tx) => {
    await makeDays(tx, new Date(first_ms), Math.ceil((last_ms - first_ms) / DAY_MS) + 2)
    for (let from = 0; from < fixes.length; from += BATCH) {
      const some = fixes.slice(from, from + BATCH)
      const column = <T>(of: (fix: PastFix) => T): T[] => some.map(of)
      await sql`
        insert into trackings (id_driver, id_vehicle, id_service, lat, lng, course, speed, battery_level, mode,
          accuracy, date_fix, date_received)
        select *, date_fix from unnest(${column((fix) => fix.id_driver)}::int[],
          ${column((fix) => fix.id_vehicle)}::int[], ${column((fix) => fix.id_service)}::int[],
          ${column((fix) => fix.lat)}::float8[], ${column((fix) => fix.lng)}::float8[],
          ${column((fix) => fix.course)}::real[], ${column((fix) => fix.speed)}::real[],
          ${column((fix) => fix.battery_level)}::int2[], ${column((fix) => fix.mode)}::text[],
          ${column((fix) => fix.accuracy)}::real[],
          ${column((fix) => fix.date_fix.toISOString())}::timestamptz[])
          as f (id_driver, id_vehicle, id_service, lat, lng, course, speed, battery_level, mode, accuracy,
            date_fix)`.execute(tx)
    }
  })
}
