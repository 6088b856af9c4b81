import { sql, type RawBuilder } from 'kysely'
import type { OwnIndex } from '#engine/server'
import { ACTIVE, OVER } from '../../service-states/model'

const states = (all: readonly string[]): string => all.map((state) => `'${state}'`).join(', ')
const ENDED = "coalesce(case state when 'finalized' then date_finalized else date_canceled end, date_created)"
/** From its making to its end. What was registered when it was over was open at no moment. */
const LIVED = `tstzrange(least(date_created, ${ENDED}), ${ENDED})`
const ON_SHIFT = 'tstzrange(least(date_start, date_end), date_end)'

/**
 * For a moment's board, so that it reads what was open then and not everything before: a ride is put into it once, when
 * it is over.
 */
export const PAST_INDEXES: readonly OwnIndex[] = [
  {
    name: 'own_services_lived',
    table: 'services',
    over: `using gist (${LIVED}) where state in (${states(OVER)}) and date_deleted is null`,
  },
  { name: 'own_shifts_lived', table: 'driver_shifts', over: `using gist (${ON_SHIFT}) where date_deleted is null` },
]

/** The services that may have been open at a moment, as a table: those that are still, and those whose life has it. */
export const servicesAround = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select * from services where date_deleted is null and state in (${sql.raw(states(ACTIVE))}) and date_created <= ${at}
  union all
  select * from services where date_deleted is null and state in (${sql.raw(states(OVER))})
    and ${sql.raw(LIVED)} @> ${at})`

/** A phone that found its network again sent what it had kept; what came later than this is on the track alone. */
export const LATE_FIXES_H = 24

/** The shifts of a moment, as a table. */
export const shiftsAt = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select * from driver_shifts where date_deleted is null and ${sql.raw(ON_SHIFT)} @> ${at})`

/** The shifts that have something of a span of time, as a table. */
export const shiftsWithin = (from: string, until: string): RawBuilder<unknown> =>
  sql`(select * from driver_shifts
    where date_deleted is null and ${sql.raw(ON_SHIFT)} && tstzrange(${from}::timestamptz, ${until}::timestamptz))`
