import type { Db } from '#engine/server'
import { keptAnswers, type KeptAnswers } from './kept-answers'
import { pacer } from './pace'
import type { Place, Route } from './places'
import { restingServices, type Resting } from './resting'

/** What this process knows of the services of one database. */
export interface PlacesState {
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
    resting: restingServices(), pace: pacer(GAP_MS, MAX_WAIT_MS), routes: keptAnswers(MAX_KEPT), geocodes: keptAnswers(MAX_KEPT),
  }
  states.set(db, state)
  return state
}
