import { activeKeys, type MapKey } from '../map-keys/active-keys'
import type { LatLng } from '../../../geometry/model'
import { PROVIDERS } from './adapters/providers'
import { askServices, type AskingContext } from './ask-services'
import { localPlaces } from './local'
import { googleId, readPlaceId } from './place-id'
import type { Places, Route } from './places'
import { placesState } from './places-state'

// Below that every service returns the whole country.
const SHORTEST_QUERY = 3
const MAX_FOUND = 10
/**
 * Seconds that an answer is kept. Google's terms do not allow storing its answers: only while an operator looks at the
 * same ride.
 */
const KEEP_S = { paid: 600, route: 3600, geocode: 86_400, local: 600, failed: 15 }

/**
 * The places of this installation: the services of the active map keys in their order, and where none of them answers,
 * or knows, the embedded default. Must not run within a transaction: it may take seconds.
 */
export function installedPlaces(context: AskingContext): Places {
  const local = localPlaces(context)
  const { db, now, actor } = context
  const state = placesState(db)
  return {
    async autocomplete(asked) {
      const query = asked.query.trim()
      const found =
        query.length < SHORTEST_QUERY
          ? null
          : await askServices(context, {
              type: 'autocomplete',
              ask: (service) => service.autocomplete?.({ ...asked, query }),
            })
      if (!found || found.answer.length === 0) return local.autocomplete(asked)
      const { answer, key } = found
      return answer
        .slice(0, MAX_FOUND)
        .map((one) => (one.point === null ? { ...one, id: googleId(key.id, one.id) } : one))
    },
    async place(id, session) {
      const read = readPlaceId(id)
      if (read.from === 'at') return read.place
      if (read.from === 'local') return local.place(id, session)
      const found = await askServices(context, {
        type: 'place',
        only: 'google',
        first: read.id_map_key,
        ask: (service) => service.place?.(read.id, session),
      })
      return found?.answer ?? null
    },
    async geocode(at) {
      const keys = await activeKeys(db)
      if (keys.length === 0) return local.geocode(at)
      // Eleven metres: the same door.
      const key = ['geocode', stamp(keys), actor.language, ...at.map((degrees) => degrees.toFixed(4))].join(' ')
      const { place } = await state.geocodes.once(
        key,
        now(),
        async () => {
          const found = await askServices(context, { type: 'geocode', ask: (service) => service.geocode?.(at) })
          return { place: found?.answer ?? null, provider: found?.key.provider ?? null }
        },
        ({ provider }) => keepOf(provider, KEEP_S.geocode),
      )
      return place ?? local.geocode(at)
    },
    async route(points) {
      const keys = await activeKeys(db)
      const map = db.context.localMap
      // What was a straight line before the streets were there is not kept for those who ask afterwards.
      const key = [stamp(keys), map ? `map ${map.version(context.settings)}` : 'none', ...points.map(pointText)].join(
        ' ',
      )
      return state.routes.once(
        key,
        now(),
        async () => {
          if (points.length < 2) return local.route(points)
          const found = await askServices<Route | null>(context, {
            type: 'route',
            ask: (service) => service.route?.(points),
          })
          return found?.answer ?? local.route(points)
        },
        ({ source }) => {
          if (Object.hasOwn(PROVIDERS, source)) return keepOf(source, KEEP_S.route)
          return keys.length > 0 ? KEEP_S.failed : KEEP_S.local
        },
      )
    },
    async matrix(from, to) {
      if (from.length === 0 || to.length === 0) return local.matrix(from, to)
      const units = from.length * to.length
      const found = await askServices(context, { type: 'matrix', units, ask: (service) => service.matrix?.(from, to) })
      return found?.answer ?? local.matrix(from, to)
    },
  }
}

/** The possible sources of an answer: with another order or another key, the question is asked again. */
const stamp = (keys: readonly MapKey[]): string => keys.map(({ id, version }) => `${id}.${version}`).join(',')
/** Half a metre. */
const pointText = ([lat, lng]: LatLng): string => `${lat.toFixed(5)},${lng.toFixed(5)}`

function keepOf(provider: string | null, free_s: number): number {
  if (provider === null) return KEEP_S.failed
  return PROVIDERS[provider]?.paid ? KEEP_S.paid : free_s
}
