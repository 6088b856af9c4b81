import { sql, type RawBuilder } from 'kysely'
import { tables } from '#app/tables'
import type { Tx } from '#engine/server'
import type { MoveName } from '../../model/life-cycle'

interface StepTaken {
  readonly id_service: number
  readonly move: MoveName
  /** When it was taken, which an operator may say later. */
  readonly at: Date
  readonly now: Date
}

/** What a step of a ride, by whomever it was told, says of its stops: at the first one the driver waits and starts, at the last one he arrives. */
export async function stampStops(tx: Tx, { id_service, move, at, now }: StepTaken): Promise<void> {
  if (move === 'wait') await reachStop(tx, id_service, first(id_service), at, now)
  if (move === 'start') await leaveStops(tx, id_service, sql<boolean>`id = ${first(id_service)}`, at, now)
  if (move === 'arrive') {
    await leaveStops(tx, id_service, sql<boolean>`id <> ${last(id_service)}`, at, now)
    await reachStop(tx, id_service, last(id_service), at, now)
  }
}

/** He is at a stop; those he was at before are behind him. */
export async function atStop(tx: Tx, id_service: number, id_stop: number, now: Date): Promise<void> {
  await leaveStops(tx, id_service, sql<boolean>`id <> ${id_stop}`, now)
  await reachStop(tx, id_service, sql<number>`${id_stop}`, now)
}

async function reachStop(tx: Tx, id_service: number, stop: RawBuilder<number>, at: Date, now = at): Promise<void> {
  await tables(tx).updateTable('service_stops').set({ date_reached: at, date_updated: now, version: sql`version + 1` })
    .where('id_service', '=', id_service).where('id', '=', stop).where('date_reached', 'is', null).where('date_deleted', 'is', null).execute()
}

/** Goes on from the stops of a condition that were reached, if he has not; how long he was there is what waiting costs. */
export async function leaveStops(tx: Tx, id_service: number, which: RawBuilder<boolean>, at: Date, now = at): Promise<void> {
  // Whoever says it later may say an hour before the driver came there.
  await tables(tx).updateTable('service_stops').set({
    date_left: sql`greatest(${at}::timestamptz, date_reached)`,
    wait_s: sql`greatest(0, floor(extract(epoch from ${at}::timestamptz - date_reached)))::int`, date_updated: now, version: sql`version + 1`,
  }).where('id_service', '=', id_service).where(which).where('date_reached', 'is not', null).where('date_left', 'is', null)
    .where('date_deleted', 'is', null).execute()
}

const first = (id_service: number) => sql<number>`(select id from service_stops where id_service = ${id_service} and date_deleted is null order by position, id limit 1)`
const last = (id_service: number) => sql<number>`(select id from service_stops where id_service = ${id_service} and date_deleted is null order by position desc, id desc limit 1)`
