import { sql } from 'kysely'
import type { Tx } from '#engine/server'

export interface HandsChanged {
  readonly id: number
  /** Who had it, and who has it now. */
  readonly before: { readonly id_driver: number | null }
  readonly after: { readonly id_driver: number | null }
  readonly now: Date
}

/** Forgets where a driver was who has the service no more: the next one arrives anew, and until then its way may be another. */
export async function forgetStops(tx: Tx, { id, before, after, now }: HandsChanged): Promise<void> {
  // No move takes the driver off a ride that has started: nothing of its way is lost here.
  if (before.id_driver === null || before.id_driver === after.id_driver) return
  await sql`update service_stops set date_reached = null, date_left = null, wait_s = 0, date_updated = ${now}, version = version + 1
    where id_service = ${id} and (date_reached is not null or date_left is not null or wait_s <> 0) and date_deleted is null`.execute(tx)
}
