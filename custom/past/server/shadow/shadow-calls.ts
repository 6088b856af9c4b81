import { isStaff } from '#app/asker'
import { addDays, AppError, dayBounds, isCalendarDate, type JsonObject, todayIn, wrong } from '#engine/model'
import { type CallContext, serveCall } from '#engine/server'
import { askedBranch, timezoneOf } from '../../../fares/server'
import { dispatchSettings } from '../../../services/server'
import type { ShadowRule } from '../../model/shadow/shadow-day'
import { type RuleWire, shadowCall, shadowRuleCall, shadowRunCall, stopShadowCall } from '../../model/shadow-call'
import { pastBranches } from '../board/past-board'
import { makeDay } from './make-day'
import { readOfferRows, readRideRows, readShiftRows } from './read-day'
import { readShadow, startShadow, stopShadow } from './run-shadow'

/** Rides of one day that are driven; the later ones are left out. */
const MAX_RIDES = 20_000

/** The rule as the settings have it. */
function ruleSet(settings: JsonObject): RuleWire {
  const set = dispatchSettings(settings)
  return {
    request_radius: set.radius_m / 1000,
    time_request: set.time_request_s,
    request_by_shift_connection: Number(set.by_shift),
    fairness_s_per_min: set.fairness_s_per_min,
    cooldown_s: set.cooldown_s,
    most_offers: set.most_offers,
    wait_by_itself: Number(set.wait_by_itself),
    wait_most_min: set.wait_most_min,
    retry_request_s: set.retry_s,
    minutes_on_air: set.minutes_on_air,
  }
}

const ruleOf = (wire: RuleWire): ShadowRule => ({
  radius_m: wire.request_radius * 1000,
  time_request_s: wire.time_request,
  by_shift: wire.request_by_shift_connection === 1,
  fairness_s_per_min: wire.fairness_s_per_min,
  cooldown_s: wire.cooldown_s,
  most_offers: wire.most_offers,
  wait_by_itself: wire.wait_by_itself === 1,
  wait_most_min: wire.wait_most_min,
  // A try of no length would never let the clock go on.
  retry_s: Math.max(1, wire.retry_request_s),
  minutes_on_air: wire.minutes_on_air,
})

function assertStaff({ actor }: CallContext): void {
  if (!isStaff(actor)) throw new AppError('FORBIDDEN')
}

const shadowRule = serveCall(shadowRuleCall, async (context) => {
  assertStaff(context)
  const zone = timezoneOf(null, context.settings)
  return {
    rule: ruleSet(context.settings),
    by_zone: dispatchSettings(context.settings).by_zone,
    yesterday: addDays(todayIn(zone, context.now()), -1),
    branches: (await pastBranches(context)).map(({ id, name }) => ({ id, name })),
  }
})

const shadow = serveCall(shadowCall, async (context, { date, id_branch, rule }) => {
  assertStaff(context)
  const branches = await pastBranches(context)
  const branch = askedBranch(branches, id_branch)
  const timezone = timezoneOf(branch, context.settings)
  const bounds = isCalendarDate(date) ? dayBounds(date, timezone) : null
  if (!bounds) throw wrong('date', 'date')
  if (new Date(bounds.until) > context.now()) throw wrong('date', 'past.day_not_over')
  const asked = { ...bounds, id_branch }
  const all = await readRideRows(context, asked)
  const rides = all.slice(0, MAX_RIDES)
  const offers = await readOfferRows(
    context,
    rides.map(({ id }) => id),
  )
  const { day, real, given, fixed } = makeDay({
    from_ms: Date.parse(bounds.from),
    until_ms: Date.parse(bounds.until),
    rides,
    offers,
    shifts: await readShiftRows(context, asked),
  })
  if (day.rides.length === 0) throw wrong('date', 'past.no_rides_day')
  const own = ruleSet(context.settings)
  const run = await startShadow(
    context,
    { date, timezone, own, other: rule },
    { drivers: day.drivers.length, given, fixed, cut: all.length - rides.length },
    {
      day,
      real,
      rules: { own: ruleOf(own), other: ruleOf(rule) },
      late_s: dispatchSettings(context.settings).late_min * 60,
      zone: timezone,
    },
  )
  return { run }
})

const shadowRun = serveCall(shadowRunCall, async (context, { id }) => ({ run: await readShadow(context, id) }))

const stop = serveCall(stopShadowCall, async (context, { id }) => {
  await stopShadow(context, id)
  return { run: await readShadow(context, id) }
})

export const shadowCalls = [shadowRule, shadow, shadowRun, stop]
