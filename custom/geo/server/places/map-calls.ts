import { AppError } from '#engine/model'
import { type CallContext, callLimit, serveCall, type ServerCall } from '#engine/server'
import { encodeLine, type LatLng } from '../../../geometry/model'
import { placeAutocompleteCall, geocodeCall, placeCall } from '../../model/place-calls'
import { routeCall } from '../../model/route-call'
import type { Places } from './places'
import { installedPlaces } from './places-of'
import { placesSettings } from './places-settings'

// Stops a runaway browser before it uses up a key's month. The limit in money is the key's own, and covers all
// processes.
const countCall = callLimit('map_keys.too_many')

const asked = (context: CallContext): Places => {
  countCall(context.db, String(context.actor.id), context.now(), placesSettings(context.settings).calls_minute)
  return installedPlaces(context)
}

const autocomplete = serveCall(placeAutocompleteCall, async (context, { query, sessiontoken, lat, lng }) => {
  const near: LatLng | null = lat === undefined || lng === undefined ? null : [lat, lng]
  const found = await asked(context).autocomplete({ query, near, session: sessiontoken ?? null })
  return {
    items: found.map(({ id, name, address, point, hint }) => ({
      id,
      name,
      address,
      lat: point?.[0] ?? null,
      lng: point?.[1] ?? null,
      ...(hint ? { hint } : {}),
    })),
  }
})

const place = serveCall(placeCall, async (context, { id, sessiontoken }) => {
  const found = await asked(context).place(id, sessiontoken ?? null)
  if (!found) throw new AppError('NOT_FOUND')
  const {
    name,
    address,
    point: [lat, lng],
  } = found
  return { name, address, lat, lng }
})

const geocode = serveCall(geocodeCall, async (context, { lat, lng }) => {
  const found = await asked(context).geocode([lat, lng])
  return {
    name: found?.name ?? '',
    address: found?.address ?? '',
    ...(found === null && context.db.context.localMap ? { is_nowhere: 1 as const } : {}),
  }
})

const route = serveCall(routeCall, async (context, { points }) => {
  const route = await asked(context).route(points.map(({ lat, lng }): LatLng => [lat, lng]))
  const { distance_m, duration_s, legs, source } = route
  return { distance_m, duration_s, legs: [...legs], source, polyline: encodeLine(route.points) }
})

/** The spec's `../map/...`: places and routes for logged-in users. */
export const mapCalls: readonly ServerCall[] = [autocomplete, place, geocode, route]
