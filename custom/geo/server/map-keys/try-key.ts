import { AppError } from '#engine/model'
import { type CallContext, serveCall } from '#engine/server'
import { type LatLng, METRES_PER_DEGREE } from '../../../geometry/model'
import { tryKeyCall } from '../../model/map-key-calls'
import { askKey, type ServiceQuestion } from '../places/ask-services'
import { PlaceError } from '../places/place-service'
import { placesSettings } from '../places/places-settings'
import { isUsable, keyById, type MapKey } from './active-keys'

interface Outcome {
  readonly type: string
  readonly ok: boolean
  readonly ms: number
  readonly code: string | null
}

/**
 * Asks a key every question its provider supports, even a resting or unused key; the questions count and cost like any
 * other.
 */
export const tryKey = serveCall(tryKeyCall, async (context, { id }) => {
  const { records, db, say } = context
  await records.read('map_keys', id)
  const key = await keyById(db, id)
  if (!key) throw new AppError('NOT_FOUND')
  if (!isUsable(key)) throw new AppError('CONFLICT', { say: 'map_keys.incomplete' })
  const questions: Outcome[] = []
  for (const asking of questionsAt(centre(context))) {
    const outcome = await outcomeOf(context, key, asking)
    if (outcome) questions.push(outcome)
  }
  // Each was skipped: the month's limit is used up, or the public service is asked too much.
  if (questions.length === 0) throw new AppError('UNAVAILABLE', { say: 'map_keys.try_none' })
  const results = questions
    .map(({ type, ok, ms, code }) => {
      const name = say(`map_keys.questions.${type}`)
      return ok
        ? say('map_keys.try_ok', { name, ms })
        : say('map_keys.try_failed', { name, code: say(`map_keys.errors.${code ?? 'down'}`) })
    })
    .join(' · ')
  if (questions.some(({ ok }) => !ok))
    throw new AppError('UNAVAILABLE', { say: 'map_keys.try_result', params: { results } })
  return { msg: say('map_keys.try_result', { results }), questions }
})

async function outcomeOf(context: CallContext, key: MapKey, asking: ServiceQuestion<unknown>): Promise<Outcome | null> {
  const started_ms = Date.now()
  const { type } = asking
  try {
    const answered = await askKey(context, key, asking, placesSettings(context.settings).wait_ms)
    return answered && { type, ok: true, ms: Date.now() - started_ms, code: null }
  } catch (error) {
    if (error instanceof PlaceError) return { type, ok: false, ms: Date.now() - started_ms, code: error.code }
    throw error
  }
}

/** One cheap question of each kind; a place's details need a suggestion first, and belong to the same service. */
const questionsAt = (at: LatLng): readonly ServiceQuestion<unknown>[] => {
  const nearby: LatLng = [at[0] + 1000 / METRES_PER_DEGREE, at[1]]
  return [
    { type: 'autocomplete', ask: (service) => service.autocomplete?.({ query: 'plaza', near: at, session: null }) },
    { type: 'geocode', ask: (service) => service.geocode?.(at) },
    { type: 'route', ask: (service) => service.route?.([at, nearby]) },
    { type: 'matrix', ask: (service) => service.matrix?.([at], [nearby]) },
  ]
}

/** Where the company's maps open. */
const centre = ({ settings }: CallContext): LatLng => [Number(settings['lat']) || 0, Number(settings['lng']) || 0]
