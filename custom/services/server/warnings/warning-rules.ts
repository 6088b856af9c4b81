import { sql, type RawBuilder } from 'kysely'
import { OVER } from '../../../service-states/model'
import type { DispatchSettings } from '../search/dispatch-settings'

/** What a service (`s`) may warn of: each is told once of what it is `about`, while `holds`. */
interface WarningRule {
  /**
   * Services that warn of it now, and what distinguishes this time from the last; null: they are noted where it
   * happens.
   */
  readonly begins: RawBuilder<boolean> | null
  readonly about: RawBuilder<string>
  /** Whether it is still so, of the warning `w`. */
  readonly holds: RawBuilder<boolean>
}

/** Metres by the streets to one metre as the crow flies, and metres that a car gets on in a second of a town. */
const DETOUR = 1.4
const SPEED_MPS = 7
/** What nobody has handled for so long is history. */
const OLDEST_H = 12

const isOver = sql`s.state in (${sql.join(OVER.map((state) => sql.lit(state)))})`
const stamp = (moment: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce(extract(epoch from ${moment})::bigint::text, '')`

/** When whoever has a ride is where its passenger waits, as the way was reckoned when they took it or were given it. */
export const THERE_AT = sql<string | null>`s.date_accepted + make_interval(secs => coalesce(s.time_approach, (
  select o.duration from service_offers o where o.id_service = s.id and o.id_driver = s.id_driver
    and o.state = 'accepted' limit 1))::float8)`

/**
 * When the passenger is to be picked up: of a booking as agreed, else when its driver is there. A passenger who waits
 * for another car was picked up as agreed.
 */
export const PICK_UP = sql<
  string | null
>`coalesce(case when s.date_handed_over is null then s.date_scheduled end, ${THERE_AT})`

/** Seconds that the driver still needs, by their last position; of a route they drive elsewhere first. */
export const stillNeeded = (
  before: Date,
) => sql`coalesce((select case when s.id_grouping is null and p.date_fix > ${before.toISOString()}::timestamptz then
  ${DETOUR}::float8 / ${SPEED_MPS}::float8 * 111195 * sqrt(power(p.point[1] - at.point[1],
    2) + power((p.point[0] - at.point[0]) * cos(radians(at.point[1])), 2)) end
  from vehicle_positions p cross join (select coalesce(s.handover_point, s.org_point) as point) as at where p.id_vehicle
    = s.id_vehicle and p.date_deleted is null limit 1), 0)`

/** Every warning that looks at the clock, and those of what was done. */
export function warningRules(
  now: Date,
  { booking_alert_min, late_min, fix_max_age_s }: DispatchSettings,
): { readonly [kind in WarningKind]: WarningRule } {
  const at = sql`${now.toISOString()}::timestamptz`
  const minutes = (count: number) => sql`make_interval(secs => ${count * 60}::float8)`
  const recent = sql`${PICK_UP} > ${at} - make_interval(hours => ${OLDEST_H}::integer)`
  return {
    booking: {
      begins: sql<boolean>`s.date_scheduled is not null and s.date_handed_over is null and s.id_driver is null
        and s.state in ('scheduled', 'requested', 'unassigned')
        and s.date_scheduled <= ${at} + ${minutes(booking_alert_min)} and ${recent}`,
      about: stamp(sql`s.date_scheduled`),
      holds: sql<boolean>`s.id_driver is null and not ${isOver} and w.about = ${stamp(sql`s.date_scheduled`)}`,
    },
    handover: {
      begins: null,
      about: stamp(at),
      holds: sql<boolean>`s.id_driver is null and s.date_handed_over is not null and not ${isOver}`,
    },
    give_back: { begins: null, about: stamp(at), holds: sql<boolean>`s.id_driver is null and not ${isOver}` },
    late: {
      begins: sql<boolean>`s.state in ('accepted', 'onway') and ${recent}
        and ${at} + make_interval(secs => ${stillNeeded(new Date(now.getTime() - fix_max_age_s * 1000))}::float8)
        > ${PICK_UP} + ${minutes(late_min)}`,
      about: sql<string>`s.id_driver || ' ' || ${stamp(PICK_UP)}`,
      holds: sql<boolean>`s.state in ('accepted', 'onway') and s.id_driver = w.id_driver`,
    },
  }
}

export type WarningKind = 'booking' | 'give_back' | 'handover' | 'late'
