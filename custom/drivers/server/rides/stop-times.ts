import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../../src/server/database/database'

/** What a step says of the stops: at the first one he waits and starts, at the last one he arrives. */
export async function stampStops(tx: Tx, id_service: number, step: 'onway' | 'waiting' | 'start' | 'arrive', now: Date): Promise<void> {
  if (step === 'waiting') await reachStop(tx, id_service, first(id_service), now)
  if (step === 'start') await leaveStops(tx, id_service, sql<boolean>`id = ${first(id_service)}`, now)
  if (step === 'arrive') {
    await leaveStops(tx, id_service, sql<boolean>`id <> ${last(id_service)}`, now)
    await reachStop(tx, id_service, last(id_service), now)
  }
}

/** He is at a stop; those he was at before are behind him. */
export async function atStop(tx: Tx, id_service: number, id_stop: number, now: Date): Promise<void> {
  await leaveStops(tx, id_service, sql<boolean>`id <> ${id_stop}`, now)
  await reachStop(tx, id_service, sql`${id_stop}`, now)
}

async function reachStop(tx: Tx, id_service: number, stop: RawBuilder<unknown>, now: Date): Promise<void> {
  await sql`update service_stops set date_reached = ${now}, date_updated = ${now}, version = version + 1
    where id_service = ${id_service} and id = ${stop} and date_reached is null and date_deleted is null`.execute(tx)
}

/** Goes on from the stops of a condition that were reached, if he has not; how long he was there is what waiting costs. */
export async function leaveStops(tx: Tx, id_service: number, which: RawBuilder<boolean>, now: Date): Promise<void> {
  await sql`update service_stops set date_left = ${now}, wait_s = greatest(0, floor(extract(epoch from ${now}::timestamptz - date_reached)))::int,
      date_updated = ${now}, version = version + 1
    where id_service = ${id_service} and ${which} and date_reached is not null and date_left is null and date_deleted is null`.execute(tx)
}

const first = (id_service: number) => sql`(select id from service_stops where id_service = ${id_service} and date_deleted is null order by position, id limit 1)`
const last = (id_service: number) => sql`(select id from service_stops where id_service = ${id_service} and date_deleted is null order by position desc, id desc limit 1)`
