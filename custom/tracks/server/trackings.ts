import type { CallResponse } from '#engine/model'
import { type CallContext, serveCall } from '#engine/server'
import {
  fixesAfter,
  type TrackAsked as DriversFixes,
  trackedDistance,
  type TrackedFix,
  trackLength_m,
} from '../../fleet/server'
import { findSpeeding } from '../model/find-speeding'
import { findStops } from '../model/find-stops'
import { thinned } from '../model/thin-track'
import { MAX_DRAWN, trackingsCall } from '../model/track-calls'
import { whoseTrack } from './whose-track'

const BATCH = 20_000
/**
 * Fixes that one answer reckons with: a month of one driver at ten seconds. Later ones are left out, and the answer's
 * `total` shows how many were read.
 */
const MAX_FIXES = 300_000

/** The track of a driver or of a ride, with what is worth a look. */
export const trackings = serveCall(trackingsCall, async (context, asked) => {
  const whose = await whoseTrack(context, asked)
  const fixes = whose.fixes ? await allFixes(context, whose.fixes) : []
  const { items, every } = thinned(fixes, MAX_DRAWN)
  const limit = Number(context.settings['speed_limit_kmh'])
  return {
    items: items.map(({ id, lat, lng, course, speed, battery_level, mode, date }) => ({
      id,
      lat,
      lng,
      course,
      speed,
      battery_level,
      mode,
      date,
    })),
    total: fixes.length,
    every,
    driver: whose.driver,
    id_service: whose.id_service,
    zone: whose.zone,
    date_from: whose.days?.from ?? null,
    date_to: whose.days?.to ?? null,
    distance: await length_m(context, whose, fixes),
    speed_limit: limit,
    ...worthALook(fixes, limit),
  }
})

/**
 * A ride is as long here as on its own page, by all that its driver's devices told; of days, what is shown is measured.
 */
const length_m = async (
  { db }: CallContext,
  { id_service, fixes: asked }: Awaited<ReturnType<typeof whoseTrack>>,
  fixes: readonly TrackedFix[],
): Promise<number> =>
  id_service !== null && asked
    ? ((await trackedDistance(db, asked))?.distance_m ?? 0)
    : Math.round(trackLength_m(fixes))

function worthALook(
  fixes: readonly TrackedFix[],
  limit: number,
): Pick<CallResponse<typeof trackingsCall>, 'stops' | 'speeding'> {
  return {
    stops: findStops(fixes).map(({ lat, lng, from_ms, until_ms }) => ({
      lat,
      lng,
      date_from: isoOf(from_ms),
      date_to: isoOf(until_ms),
      duration: Math.round((until_ms - from_ms) / 1000),
    })),
    speeding: findSpeeding(fixes, limit).map(({ lat, lng, from_ms, until_ms, most }) => ({
      lat,
      lng,
      date_from: isoOf(from_ms),
      date_to: isoOf(until_ms),
      speed: most,
    })),
  }
}

async function allFixes({ db }: CallContext, asked: DriversFixes): Promise<readonly TrackedFix[]> {
  const fixes: TrackedFix[] = []
  for (let after: TrackedFix | null = null; fixes.length < MAX_FIXES; after = fixes.at(-1) ?? null) {
    const batch = await fixesAfter(db, asked, after, BATCH)
    fixes.push(...batch)
    if (batch.length < BATCH) break
  }
  return fixes
}

const isoOf = (at_ms: number): string => new Date(at_ms).toISOString()
