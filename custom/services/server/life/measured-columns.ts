import { sql, type RawBuilder } from 'kysely'
import type { Written } from '#app/tables'
import { MOVES, type ServiceMove } from '../../model/life-cycle'

/** Measures of a driver's work, which go with the driver. */
const DRIVERS_MEASURES = ['time_accept', 'time_pickup', 'time_late', 'distance_empty', 'time_approach'] as const

/**
 * What reports count of a service, measured in the statement that moves it: in an `update` a column is what it was
 * before. Waits are counted from the first request, since later ones begin again; a service that its operator gave to a
 * driver at once was asked for when it was created.
 * @param at when it was moved; ISO 8601 UTC
 * @param aboard the passenger rides already and waits for another car: how they were found a driver and picked up was
 * measured with the first
 */
export function measuredColumns(move: ServiceMove, at: string, aboard: boolean): Written<'services'> {
  if (aboard) return { ...(move.driver === 'clear' && { time_approach: null }), ...overColumns(move) }
  return {
    ...(move.driver === 'clear' && Object.fromEntries(DRIVERS_MEASURES.map((column) => [column, null]))),
    // Another time: it has not been asked for yet.
    ...(move.to === 'scheduled' &&
      move.driver === 'clear' && { date_first_requested: null, time_offer: null, missed: false }),
    ...(move === MOVES.request && { date_first_requested: sql`coalesce(date_first_requested, ${at}::timestamptz)` }),
    ...(move === MOVES.exhaust && { missed: true }),
    ...(move.driver === 'set' &&
      move.to === 'accepted' && {
        missed: false,
        time_accept: secondsSince(ASKED, at),
        distance_empty: sql`(select o.distance from service_offers o where o.id_service = services.id
          and o.state = 'accepted' and o.date_deleted is null)`,
      }),
    ...((move === MOVES.wait || move === MOVES.start) && {
      time_pickup: sql`coalesce(time_pickup, case when scheduled then null else ${secondsSince(ASKED, at)} end)`,
      time_late: sql`coalesce(time_late, case when scheduled then ${secondsSince(sql`date_scheduled`, at)} end)`,
    }),
    ...overColumns(move),
    ...(move.to === 'canceled' && {
      missed: sql`(date_first_requested is not null and state in ('requested', 'unassigned'))`,
    }),
  }
}

const overColumns = (move: ServiceMove): Written<'services'> => ({
  ...(move.to === 'finalized' && { outcome: 'finalized' }),
  ...(move.to === 'canceled' && { outcome: 'canceled', cancel_from: sql`state` }),
})

/** When its client asked for it; empty for a booking whose driver was there before its time. */
const ASKED = sql`coalesce(date_first_requested, case when not coalesce(scheduled, false) then date_created end)`

// `greatest` passes over what is empty, and would say zero.
const secondsSince = (from: RawBuilder<unknown>, at: string): RawBuilder<unknown> =>
  sql`case when ${from} is not null then greatest(0, extract(epoch from ${at}::timestamptz - ${from}))::integer end`
