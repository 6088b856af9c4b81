import { stringOf } from '#engine/model'
import { type CallContext, serveCall } from '#engine/server'
import { decodeLine, type LatLng } from '../../geometry/model'
import { ratedUntil, rateRide } from '../../services/server'
import { arrivalOf } from '../model/arrival'
import {
  trackingCall,
  trackingLocationCall,
  trackingRateCall,
  type Tracking,
  type TrackedRating,
  type TrackedWords,
} from '../model/tracking-calls'
import { driverShown } from './driver-shown'
import { countTrackingLook, trackedRide, trackedState, trackedVehicle, type TrackedRideRow } from './tracked-ride'

/** The public page's first request: the ride, its route and the page's texts. */
export const tracking = serveCall(trackingCall, async (context, { tk }) => {
  const { settings, actor } = context
  const ride = await trackedRide(context, tk)
  return {
    ...(await nowOf(context, ride, null)),
    points: pointsOf(ride).map(([lat, lng]): [number, number] => [lat, lng]),
    stops: [...stopsOf(ride)],
    date_expires: ride.date_expires,
    brand: stringOf(settings['brand']),
    language: actor.language,
    timezone: stringOf(settings['timezone']) || 'UTC',
    interval: Number(settings['interval']),
    tiles: {
      url: stringOf(settings['map_tiles_url']),
      attribution: stringOf(settings['map_tiles_attribution']),
      link: stringOf(settings['map_tiles_link']),
    },
    words: Object.fromEntries(WORDS.map((word) => [word, context.say(`tracking.page.${word}`)])) as TrackedWords,
  }
})

/** The page's later polls. */
export const trackingLocation = serveCall(trackingLocationCall, async (context, { tk, since = null }) =>
  nowOf(context, await trackedRide(context, tk), since),
)

/** `tracking/rate`: the link is the right to it. */
export const trackingRate = serveCall(trackingRateCall, async (context, { tk, stars, comment = null }) => {
  const { db, network, now, records, say } = context
  countTrackingLook(db, 'rate', network, now())
  const { id } = await trackedRide(context, tk)
  await records.write((writes) => rateRide(context, writes, { id_service: id, stars, comment, byLink: true }))
  return { rating: ratingOf(context, await trackedRide(context, tk)), msg: say('clients.rated') }
})

const WORDS = [
  'title',
  'driver',
  'vehicle',
  'origin',
  'destination',
  'stop',
  'call',
  'map',
  'fit',
  'zoom_in',
  'zoom_out',
  'offline',
  'arrives',
  'there',
  'rate',
  'stars',
  'comment',
  'send',
  'rated',
  'expires',
] as const satisfies readonly (keyof TrackedWords)[]

async function nowOf(context: CallContext, ride: TrackedRideRow, since: string | null) {
  const { lat, lng, date_fix, state, distance, duration } = ride
  const [first = null] = stopsOf(ride)
  const org =
    ride.handover_lat === null || ride.handover_lng === null
      ? first
      : { lat: ride.handover_lat, lng: ride.handover_lng }
  return {
    state: trackedState(context, ride),
    vehicle: trackedVehicle(ride, since),
    driver: await driverShown(context, {
      id: ride.id,
      name: ride.dr_name,
      surname: ride.dr_surname,
      phone: ride.dr_phone,
      pic: ride.dr_pic,
    }),
    date_eta: arrivalOf(
      {
        state,
        distance,
        duration,
        points: pointsOf(ride),
        org: org === null ? null : [org.lat, org.lng],
        vehicle:
          lat === null || lng === null || date_fix === null || ride.plate === null
            ? null
            : { at: [lat, lng], date_fix },
      },
      context.now(),
    ),
    rating: ratingOf(context, ride),
  }
}

function ratingOf({ now }: CallContext, { state, stars, driver_name, date_finalized }: TrackedRideRow): TrackedRating {
  const isOver = state === 'finalized' && driver_name !== null && date_finalized !== null
  return {
    may: isOver && stars === null && ratedUntil(date_finalized) > now(),
    stars,
    driver: isOver ? driver_name : null,
  }
}

const stopsOf = ({ stops }: TrackedRideRow): Tracking['stops'] =>
  stops === null ? [] : (JSON.parse(stops) as Tracking['stops'])

/** A route that cannot be read only makes the map plainer. */
function pointsOf({ polyline }: TrackedRideRow): readonly LatLng[] {
  try {
    return decodeLine(polyline ?? '')
  } catch {
    return []
  }
}
