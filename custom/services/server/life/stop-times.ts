import { sql, type RawBuilder } from 'kysely'
import { tables } from '#app/tables'
import { raised, type Tx } from '#engine/server'
import type { MoveName } from '../../model/life-cycle'

interface StepTaken {
  readonly id_service: number
  readonly move: MoveName
  /** When it was taken; an operator may report it later. */
  readonly at: Date
  readonly now: Date
}

/**
 * Stamps the stops for a step of a ride, whoever reports it: at the first one the driver waits and starts, at the last
 * one they arrive.
 */
export async function stampStops(tx: Tx, { id_service, move, at, now }: StepTaken): Promise<void> {
  if (move === 'wait') await reachStop(tx, id_service, first(id_service), at, now)
  if (move === 'start') await leaveStops(tx, id_service, sql<boolean>`id = ${first(id_service)}`, at, now)
  if (move === 'arrive') {
    await leaveStops(tx, id_service, sql<boolean>`id <> ${last(id_service)}`, at, now)
    await reachStop(tx, id_service, last(id_service), at, now)
  }
}

/**
 * The ride is over: what was left open is closed. Called before its fare is made, of which the waiting at the stops on
 * the way is part.
 */
export async function closeStops(tx: Tx, id_service: number, at: Date, now: Date): Promise<void> {
  await leaveStops(tx, id_service, sql<boolean>`id <> ${last(id_service)}`, at, now)
  // At the last stop nobody is waited for: it is where the ride ends.
  await tables(tx)
    .updateTable('service_stops')
    .set({
      date_reached: sql`coalesce(date_reached, ${at}::timestamptz)`,
      date_left: sql`greatest(${at}::timestamptz, date_reached)`,
      ...raised(now),
    })
    .where('id_service', '=', id_service)
    .where('id', '=', last(id_service))
    .where('date_left', 'is', null)
    .where('date_deleted', 'is', null)
    .execute()
}

/** The driver is at a stop and has left those they were at before. */
export async function atStop(tx: Tx, id_service: number, id_stop: number, now: Date): Promise<void> {
  await leaveStops(tx, id_service, sql<boolean>`id <> ${id_stop}`, now)
  await reachStop(tx, id_service, sql<number>`${id_stop}`, now)
}

async function reachStop(tx: Tx, id_service: number, stop: RawBuilder<number>, at: Date, now = at): Promise<void> {
  await tables(tx)
    .updateTable('service_stops')
    .set({ date_reached: at, ...raised(now) })
    .where('id_service', '=', id_service)
    .where('id', '=', stop)
    .where('date_reached', 'is', null)
    .where('date_deleted', 'is', null)
    .execute()
}

/**
 * Leaves the stops of a condition that were reached and not yet left; the time the driver was there is what waiting
 * costs.
 */
export async function leaveStops(
  tx: Tx,
  id_service: number,
  which: RawBuilder<boolean>,
  at: Date,
  now = at,
): Promise<void> {
  // A step reported later may carry a time before the driver came there.
  await tables(tx)
    .updateTable('service_stops')
    .set({
      date_left: sql`greatest(${at}::timestamptz, date_reached)`,
      wait_s: sql`greatest(0, floor(extract(epoch from ${at}::timestamptz - date_reached)))::int`,
      ...raised(now),
    })
    .where('id_service', '=', id_service)
    .where(which)
    .where('date_reached', 'is not', null)
    .where('date_left', 'is', null)
    .where('date_deleted', 'is', null)
    .execute()
}

const first = (id_service: number) =>
  sql<number>`(select id from service_stops where id_service = ${id_service} and date_deleted is null
    order by position, id limit 1)`
const last = (id_service: number) =>
  sql<number>`(select id from service_stops where id_service = ${id_service} and date_deleted is null
    order by position desc, id desc limit 1)`
