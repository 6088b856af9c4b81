import { isStaff } from '#app/asker'
import { sql, type RawBuilder } from 'kysely'
import { living, visible } from '#app/tables'
import { addDays, AppError, dayBounds, scopeIds, todayIn, wrong } from '#engine/model'
import { type CallContext, serveCall } from '#engine/server'
import { askedBranch, timezoneOf } from '../../fares/server'
import { MAX_DAYS_AHEAD, serviceScope } from '../../services/server'
import { expectedHours, type CountedHour, EMPTY_HOUR } from '../model/expected-hours'
import { forecastCall, PAST_DAYS } from '../model/forecast-call'

/** Nobody drives longer on one shift. */
const SHIFT_H = 24
/** Of a house that has no ride yet; and what one that nobody closed does not count beyond. */
const RIDE_S = 1800
const MAX_RIDE_S = 3 * 3600

/** `GET forecast`: what a day brings, by the last days like it. */
export const forecast = serveCall(forecastCall, async (context, { date, id_branch }) => {
  const { actor, db, settings, now } = context
  if (!isStaff(actor)) throw new AppError('FORBIDDEN')
  const bound = scopeIds(actor, 'branch')
  const branches = (
    await visible(db, context, 'branches').select(['id', 'name', 'timezone']).orderBy('name').execute()
  ).filter(({ id }) => bound === null || bound.includes(id))
  const branch = askedBranch(branches, id_branch)
  const zone = timezoneOf(branch, settings)
  const today = todayIn(zone, now())
  const day = date ?? addDays(today, 1)
  const bounds = dayBounds(day, zone)
  if (bounds === null) throw wrong('date', 'date')
  if (day > addDays(today, MAX_DAYS_AHEAD) || day < addDays(today, -MAX_DAYS_AHEAD))
    throw wrong('date', 'forecast.too_far', { smart_count: MAX_DAYS_AHEAD })
  const past = pastOf(day, today, zone)
  const asked = {
    context,
    zone,
    whose: id_branch === undefined ? sql<boolean>`true` : sql<boolean>`s.id_branch = ${id_branch}`,
  }
  const booked = await ridesOf(asked, [{ day, ...bounds }], false)
  const [rides, drivers] = [await ridesOf(asked, past, true), await driversOf(asked, past, id_branch)]
  // A day without a driver and without a ride was none: the house was closed, or not there yet.
  const days = past.map((one) => one.day).filter((one) => [...rides, ...drivers].some((row) => row.day === one))
  const ride_s = await rideOf(asked, past)
  const counted = new Map<number, CountedHour>()
  const add = (hour: number, more: Partial<CountedHour>): void =>
    void counted.set(hour, { ...EMPTY_HOUR, ...counted.get(hour), ...summed(counted.get(hour) ?? EMPTY_HOUR, more) })
  for (const { hour, scheduled, count, free } of booked) if (scheduled) add(hour, { booked: count, unassigned: free })
  for (const { hour, scheduled, count } of rides) add(hour, scheduled ? { past_booked: count } : { past_spot: count })
  for (const { hour, online_s } of drivers) add(hour, { past_drivers_s: online_s })
  return {
    date: day,
    timezone: zone,
    days,
    ride_s,
    hours: [...expectedHours(counted, days.length, ride_s)],
    branches: branches.map(({ id, name }) => ({ id, name: name ?? '' })),
  }
})

const summed = (before: CountedHour, more: Partial<CountedHour>): Partial<CountedHour> =>
  Object.fromEntries(Object.entries(more).map(([name, value]) => [name, before[name as keyof CountedHour] + value]))

interface PastDay {
  readonly day: string
  readonly from: string
  readonly until: string
}
interface ForecastScope {
  readonly context: CallContext
  readonly zone: string
  readonly whose: RawBuilder<boolean>
}

/** The last days of the same weekday that are over. */
function pastOf(day: string, today: string, zone: string): readonly PastDay[] {
  const found: PastDay[] = []
  for (let back = 7; found.length < PAST_DAYS; back += 7) {
    const one = addDays(day, -back)
    const bounds = one < today ? dayBounds(one, zone) : null
    if (bounds) found.push({ day: one, ...bounds })
  }
  return found
}

const within = (moment: RawBuilder<unknown>, days: readonly PastDay[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    days.map(({ from, until }) => sql`${moment} >= ${from}::timestamptz and ${moment} < ${until}::timestamptz`),
    sql` or `,
  )})`

interface RidesOfHour {
  readonly day: string
  readonly hour: number
  readonly scheduled: boolean
  readonly count: number
  readonly free: number
}

/** Rides by the hour of their pick-up; what a client called off asks for no driver, what nobody drove did. */
async function ridesOf(
  { context, zone, whose }: ForecastScope,
  days: readonly PastDay[],
  isPast: boolean,
): Promise<readonly RidesOfHour[]> {
  const at = sql`coalesce(s.date_scheduled, s.date_created)`
  const { rows } = await sql<RidesOfHour>`
    select to_char(${at} at time zone ${zone}, 'YYYY-MM-DD') as day,
      extract(hour from ${at} at time zone ${zone})::integer as hour, s.scheduled,
      count(*)::integer as count, count(*) filter (where s.id_driver is null)::integer as free
    from services s
    where s.date_deleted is null and ${serviceScope(context, 's')} and ${whose}
      and ${isPast ? sql`(s.outcome <> 'canceled' or s.missed)` : sql`s.outcome <> 'canceled'`}
      and (s.scheduled and ${within(sql`s.date_scheduled`, days)} or not s.scheduled
        and ${within(sql`s.date_created`, days)})
    group by 1, 2, 3`.execute(context.db)
  return rows
}

interface DriversOfHour {
  readonly day: string
  readonly hour: number
  readonly online_s: number
}

/**
 * Seconds on shift in each hour, of all drivers together. Each shift is met with its own hours alone: with all of four
 * days it took three times as long.
 */
async function driversOf(
  { context, zone }: ForecastScope,
  days: readonly PastDay[],
  id_branch: number | undefined,
): Promise<readonly DriversOfHour[]> {
  const { db, now } = context
  const shifts = visible(db, context, 'driver_shifts')
    .select(['date_start', 'date_end', 'id_vehicle'])
    .where(({ or, and, eb }) =>
      or(
        days.map(({ from, until }) =>
          and([
            eb('date_start', '<', sql<string>`${until}::timestamptz`),
            eb('date_start', '>=', sql<string>`${from}::timestamptz - make_interval(hours => ${SHIFT_H})`),
          ]),
        ),
      ),
    )
  const end = sql`coalesce(shift.date_end, ${now().toISOString()}::timestamptz)`
  const { rows } = await sql<DriversOfHour>`
    select to_char(t.hour at time zone ${zone}, 'YYYY-MM-DD') as day,
      extract(hour from t.hour at time zone ${zone})::integer as hour, sum(t.online_s) as online_s
    from (
      select hour, sum(extract(epoch from least(${end}, hour + interval '1 hour') - greatest(shift.date_start,
        hour)))::float8 as online_s
      from (values ${sql.join(days.map(({ from, until }) => sql`(${from}::timestamptz, ${until}::timestamptz)`))}) as
        d(since, until)
      join (${shifts}) shift on shift.date_start < d.until and ${end} > d.since
      ${id_branch === undefined ? sql`` : sql`join vehicles v on v.id = shift.id_vehicle and v.id_branch = ${id_branch}`}
      cross join lateral generate_series(
        d.since + make_interval(hours => floor(extract(epoch from greatest(shift.date_start, d.since) - d.since)
          / 3600)::integer),
        least(${end}, d.until) - interval '1 microsecond', interval '1 hour') as hour
      group by hour
    ) t
    group by 1, 2`.execute(db)
  return rows
}

/** How long a driver has a ride for, on average. */
async function rideOf({ context, whose }: ForecastScope, days: readonly PastDay[]): Promise<number> {
  const begun = sql`coalesce(s.date_onway, s.date_accepted, s.date_started)`
  const row = await living(context.db, 'services as s')
    .where(serviceScope(context, 's'))
    .where(sql<boolean>`${whose}`)
    .where('s.outcome', '=', 'finalized')
    .where(sql<boolean>`s.date_finalized > ${begun}`)
    .where(sql<boolean>`${within(sql`s.date_created`, days)}`)
    .select(
      sql<number | null>`avg(least(extract(epoch from s.date_finalized - ${begun}), ${MAX_RIDE_S}))::float8`.as(
        'ride_s',
      ),
    )
    .executeTakeFirst()
  return Math.round(row?.ride_s ?? RIDE_S)
}
