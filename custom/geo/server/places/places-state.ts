import type { Db } from '#engine/server'
import type { Place, Route } from './places'
import type { PlaceErrorCode } from './place-service'

interface KeptAnswers<T> {
  /**
   * The kept answer, or that of `ask`; concurrent callers of the same key share one answer. A failure is not kept.
   * @param keep_s how long an answer may be kept; 0: not at all
   */
  once(key: string, now: Date, ask: () => Promise<T>, keep_s: (answer: T) => number): Promise<T>
}

/** Answers kept in this process, the least recently used discarded first. */
function keptAnswers<T>(max: number): KeptAnswers<T> {
  const kept = new Map<string, { readonly answer: T; readonly until: number }>()
  const asking = new Map<string, Promise<T>>()
  return {
    async once(key, now, ask, keep_s) {
      const known = kept.get(key)
      if (known && known.until > now.getTime()) {
        kept.delete(key)
        kept.set(key, known)
        return known.answer
      }
      const running = asking.get(key)
      if (running) return running
      const work = ask()
        .then((answer) => {
          const seconds = keep_s(answer)
          kept.delete(key)
          if (seconds > 0) kept.set(key, { answer, until: now.getTime() + seconds * 1000 })
          const [oldest] = kept.keys()
          if (kept.size > max && oldest !== undefined) kept.delete(oldest)
          return answer
        })
        .finally(() => asking.delete(key))
      asking.set(key, work)
      return work
    },
  }
}

/** Seconds that a key is left alone for a kind of question after an error; 0: the question caused the error. */
const REST_S: { readonly [code in PlaceErrorCode]: number } = {
  denied: 300,
  limited: 60,
  down: 15,
  slow: 15,
  bad_answer: 15,
  too_big: 0,
  refused: 0,
}

interface Resting {
  isResting(what: string, now: Date): boolean
  /** @param retry_s what the service itself asks for; it takes precedence */
  rest(what: string, now: Date, code: PlaceErrorCode, retry_s: number | null): void
}

/** Which services failed recently, so that not every question waits for them. Each process finds out by itself. */
function restingServices(): Resting {
  const until = new Map<string, number>()
  return {
    isResting: (what, now) => (until.get(what) ?? 0) > now.getTime(),
    rest(what, now, code, retry_s) {
      const pause_s = retry_s ?? REST_S[code]
      if (pause_s > 0) until.set(what, now.getTime() + pause_s * 1000)
    },
  }
}

/**
 * Spaces out the questions to a service that requires it (public instances: one a second).
 * @returns a function that books the next free moment and returns the milliseconds until then; null when that is too
 * long to wait
 */
export function pacer(gap_ms: number, most_wait_ms: number): (service: string, now_ms: number) => number | null {
  const next = new Map<string, number>()
  return (service, now_ms) => {
    const at = Math.max(now_ms, next.get(service) ?? 0)
    if (at - now_ms > most_wait_ms) return null
    next.set(service, at + gap_ms)
    return at - now_ms
  }
}

/** What this process knows of the services of one database. */
interface PlacesState {
  readonly resting: Resting
  readonly pace: ReturnType<typeof pacer>
  readonly routes: KeptAnswers<Route>
  readonly geocodes: KeptAnswers<{ readonly place: Place | null; readonly provider: string | null }>
}

const MAX_KEPT = 5000
const GAP_MS = 1000
const MAX_WAIT_MS = 2000
const states = new WeakMap<Db, PlacesState>()

export function placesState(db: Db): PlacesState {
  const known = states.get(db)
  if (known) return known
  const state: PlacesState = {
    resting: restingServices(),
    pace: pacer(GAP_MS, MAX_WAIT_MS),
    routes: keptAnswers(MAX_KEPT),
    geocodes: keptAnswers(MAX_KEPT),
  }
  states.set(db, state)
  return state
}
