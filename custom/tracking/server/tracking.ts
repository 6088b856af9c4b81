import { type CallContext, serveCall } from '#engine/server'
import { decodeLine } from '../../geo/model/polyline'
import { trackingCall, trackingLocationCall, type Tracking, type TrackedWords } from '../model/tracking-calls'
import { rideOf, stateOf, vehicleOf, type RideRow } from './tracked-ride'

/** The public page's first request: the ride, its route and the page's texts. */
export const tracking = serveCall(trackingCall, async (context, { tk }) => {
  const { settings, actor } = context
  const ride = await rideOf(context, tk)
  return {
    state: stateOf(context, ride),
    points: pointsOf(ride),
    stops: ride.stops === null ? [] : (JSON.parse(ride.stops) as Tracking['stops']),
    vehicle: vehicleOf(ride, null),
    driver: await driverOf(context, ride),
    brand: textOf(settings['brand']),
    language: actor.language,
    interval: Number(settings['interval']),
    tiles: { url: textOf(settings['map_tiles_url']), attribution: textOf(settings['map_tiles_attribution']), link: textOf(settings['map_tiles_link']) },
    words: Object.fromEntries(WORDS.map((word) => [word, context.say(`tracking.page.${word}`)])) as TrackedWords,
  }
})

/** The page's later polls. */
export const trackingLocation = serveCall(trackingLocationCall, async (context, { tk, since = null }) => {
  const ride = await rideOf(context, tk)
  return { state: stateOf(context, ride), vehicle: vehicleOf(ride, since), driver: await driverOf(context, ride) }
})

const WORDS = ['title', 'driver', 'vehicle', 'origin', 'destination', 'stop', 'call', 'map', 'fit', 'zoom_in', 'zoom_out', 'offline'] as const satisfies readonly (keyof TrackedWords)[]

async function driverOf({ picture }: CallContext, { dr_name, dr_surname, dr_phone, dr_pic }: RideRow): Promise<Tracking['driver']> {
  if (dr_name === null) return null
  return { name: dr_name, surname: dr_surname, phone: dr_phone, pic: await picture(dr_pic ?? undefined) }
}

/** A route that cannot be read only makes the map plainer. */
function pointsOf({ polyline }: RideRow): Tracking['points'] {
  try {
    return decodeLine(polyline ?? '').map(([lat, lng]): [number, number] => [lat, lng])
  } catch {
    return []
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
