import { randomKey } from '../session/random-key'
import { bodyOf, codeOf } from '../provider/failure'

/**
 * The idempotency key of a form's saves, until one is answered: a save whose answer was lost is sent again, and done
 * once.
 */
export interface SaveAttempt {
  /** Kept with the draft of the form. */
  readonly key: string
  /** What a change was sent with; null: a new record's form has one key, whatever is typed. */
  readonly of: string | null
}

const newAttempt = (of: string | null = null): SaveAttempt => ({ key: randomKey(), of })

/** The attempt of a form: no state of its drawing. */
export interface AttemptStore {
  readonly get: () => SaveAttempt
  /** Goes on with one that was kept. */
  readonly take: (attempt: SaveAttempt) => void
  /** Begins anew: what was sent is answered, discarded or another. */
  readonly renew: (of?: string | null) => SaveAttempt
}

export function createAttemptStore(): AttemptStore {
  let attempt = newAttempt()
  return {
    get: () => attempt,
    take: (kept) => void (attempt = kept),
    renew: (of = null) => (attempt = newAttempt(of)),
  }
}

/**
 * The record that came of an earlier sending of the form, which was changed after its answer was lost; null: the save
 * was refused for something else.
 */
export function madeBefore(failure: unknown): number | string | null {
  const { first } = codeOf(failure) === 'KEY_REUSED' ? bodyOf(failure) : {}
  const id = typeof first === 'object' && first !== null && 'id' in first ? first.id : null
  return typeof id === 'number' || typeof id === 'string' ? id : null
}
