import { sql } from 'kysely'
import { type Job, raisedIn } from '#engine/server'
import { dropDays, makeDays } from './history/partitions'
import { FLEET_SETTINGS } from './settings'
import { DAY_MS } from '#engine/model'

const DAYS_AHEAD = 7

/** Makes the coming days of the history, and drops those that are no longer kept. */
const daysJob: Job = {
  name: 'fleet.days',
  every_s: 3600,
  run: async ({ runtime: { database, now, settings }, log }) => {
    const days = positive((await settings())['tracking_days'], FLEET_SETTINGS.tracking_days)
    await database.transaction((tx) => makeDays(tx, now(), DAYS_AHEAD))
    const dropped = await database.transaction((tx) => dropDays(tx, new Date(now().getTime() - days * DAY_MS)))
    if (dropped.length > 0) log(`positions of ${dropped.length} days dropped, as they are kept ${days} days`)
  },
}

/** Shows vehicles whose phones have long been silent as disconnected; the next position brings a vehicle back. */
const silentJob: Job = {
  name: 'fleet.silent',
  every_s: 30,
  run: async ({ runtime: { database, now, settings } }) => {
    const timeout_s = positive((await settings())['device_timeout_s'], FLEET_SETTINGS.device_timeout_s)
    const before = new Date(now().getTime() - timeout_s * 1000)
    // A shift that has just started, or whose driver has just done something, is not silent.
    await sql`
      update vehicle_positions p set availability = 'offline', ${raisedIn('p', now())}
      from driver_shifts s
      where s.id_vehicle = p.id_vehicle and s.state <> 'closed' and s.date_deleted is null and p.date_deleted is null
        and p.availability <> 'offline' and p.date_fix < ${before} and s.date_updated < ${before}`.execute(database.db)
  },
}

export const fleetJobs: readonly Job[] = [daysJob, silentJob]

const positive = (setting: unknown, otherwise: number): number => {
  const value = Number(setting)
  return Number.isFinite(value) && value > 0 ? value : otherwise
}
