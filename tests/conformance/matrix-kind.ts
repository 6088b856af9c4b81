import type { Model } from '../../src/model/model'
import type { Database } from '../../src/server/platform/database/database'
import type { Caller } from './matrix-calls'
import type { Expected } from './matrix-expected'
import type { Planned } from './matrix-plan'
import type { Situation } from './matrix-situation'

/** What calls are made with and held against. */
export interface Bench {
  readonly caller: Caller
  readonly expected: Expected
  readonly model: Model
  readonly database: Database
}

/**
 * One kind of call, or a few that say nothing apart. It needs no other kind before it, and leaves the rows as it found
 * them.
 */
export interface Kind extends Planned {
  readonly arises: (at: Situation) => boolean
  readonly run: (at: Situation, bench: Bench) => Promise<unknown>
}
