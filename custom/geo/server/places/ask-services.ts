import { setTimeout as sleep } from 'node:timers/promises'
import { activeKeys, type MapKey } from '../map-keys/active-keys'
import { countUse, platformOf, typeOfAsker } from '../map-keys/count-use'
import { usageDay } from '../map-keys/day-of'
import { returnReserved, reserve } from '../map-keys/spend'
import { PROVIDERS } from './adapters/providers'
import { askJson } from './ask-json'
import type { PlacesContext } from './local'
import { PlaceError, type PlaceErrorCode, type PlaceService, type PlaceQuestion } from './place-service'
import { placesSettings } from './places-settings'
import { placesState } from './places-state'

export type AskingContext = PlacesContext & { readonly platform?: string }

/** A question that can be put to any service that supports it. */
export interface ServiceQuestion<T> {
  readonly type: PlaceQuestion
  /** Factor on the price of one question. */
  readonly units?: number
  /** The key whose suggestion it continues: it is asked first. */
  readonly first?: number
  /** Undefined: this service does not support it. */
  readonly ask: (service: PlaceService) => Promise<T> | undefined
  /** Only these providers. */
  readonly only?: string
}

interface Answered<T> {
  readonly answer: T
  readonly key: MapKey
}

/** It is unknown whether it is charged; it is counted as if it were, so that the limit is never exceeded. */
const MAY_BE_CHARGED: readonly PlaceErrorCode[] = ['slow', 'bad_answer']
/** At most this many slow services are waited for per question. */
const MAX_WAITS = 2

/**
 * Asks the active keys one after the other, until one answers: those that rest after an error or whose month is used up
 * are skipped. Every question that leaves is counted. Must not run within a transaction.
 * @returns null when none answered
 */
export async function askServices<T>(context: AskingContext, asking: ServiceQuestion<T>): Promise<Answered<T> | null> {
  const { resting } = placesState(context.db)
  const started_ms = Date.now()
  const { wait_ms } = placesSettings(context.settings)
  for (const key of inOrder(await activeKeys(context.db), asking)) {
    const left_ms = Math.min(wait_ms, MAX_WAITS * wait_ms - (Date.now() - started_ms))
    if (left_ms <= 0) return null
    if (resting.isResting(restName(key, asking.type), context.now())) continue
    const answered = await askKey(context, key, asking, left_ms).catch((error: unknown) => {
      if (error instanceof PlaceError) return null
      throw error
    })
    if (answered) return answered
  }
  return null
}

function inOrder<T>(keys: readonly MapKey[], { first, only }: ServiceQuestion<T>): readonly MapKey[] {
  const these = only === undefined ? keys : keys.filter(({ provider }) => provider === only)
  return first === undefined
    ? these
    : [...these.filter(({ id }) => id === first), ...these.filter(({ id }) => id !== first)]
}

/**
 * Asks one key, within its month's limit, and counts the question.
 * @returns null when the service does not support it, its month is used up, or it is too busy to wait for
 * @throws {PlaceError} when it was asked and did not answer
 */
export async function askKey<T>(
  context: AskingContext,
  key: MapKey,
  { type, ask, units = 1 }: ServiceQuestion<T>,
  wait_ms: number,
): Promise<Answered<T> | null> {
  const { db, now, settings, actor } = context
  const { prices, agent, country } = placesSettings(settings)
  const provider = PROVIDERS[key.provider]
  if (!provider) return null
  const { resting, pace } = placesState(db)
  const { url, api_key } = key
  const service = provider.make({
    url,
    api_key,
    language: actor.language || 'es',
    country,
    http: askJson(wait_ms, agent),
  })
  if (!service[type]) return null
  const public_wait_ms = key.url === null && !provider.paid ? pace(key.provider, Date.now()) : 0
  if (public_wait_ms === null) return null
  const { day, month } = usageDay(now(), settings)
  const price = provider.paid ? prices[type] * units : 0
  if (price > 0 && !(await reserve(db, key.id, price, month))) return null
  if (public_wait_ms > 0) await sleep(public_wait_ms)
  const use = {
    id_map_key: key.id,
    type,
    day,
    platform: platformOf(context.platform),
    type_user: typeOfAsker(actor.facts),
  }
  try {
    const answer = await ask(service)
    await countUse(db, { ...use, cost: price, error: null })
    return answer === undefined ? null : { answer, key }
  } catch (error) {
    if (!(error instanceof PlaceError)) throw error
    const cost = MAY_BE_CHARGED.includes(error.code) ? price : 0
    if (price > cost) await returnReserved(db, key.id, price, month)
    resting.rest(restName(key, type), now(), error.code, error.retry_s)
    await countUse(db, { ...use, cost, error })
    throw error
  }
}

// A changed key counts as another one.
const restName = ({ id, version }: MapKey, type: PlaceQuestion): string => `${id} ${version} ${type}`
