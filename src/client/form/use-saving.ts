import { useEffect, useRef, useState } from 'react'
import { useSay } from '../../ui/show/style'
import { errorsIn, failureText } from '../provider/failure'
import { conflictOf, isConflict, type Conflict } from './conflict'

interface Refusal {
  /** Sentences by source, as the call has them. */
  readonly errors: { readonly [source: string]: string }
  readonly message: string
}

interface SavingState<Saved, Theirs> {
  readonly busy: boolean
  readonly refusal: Refusal | null
  readonly conflict: Conflict<Theirs> | null
  readonly saved: Saved | null
}

export interface Saving<Saved, Theirs> extends SavingState<Saved, Theirs> {
  /** @param readTheirs reads an existing record as it is now, null when it is gone */
  readonly save: (send: () => Promise<Saved>, readTheirs?: () => Promise<Theirs | null>) => void
  /** Clears a refusal, as the user is correcting it. */
  readonly settle: () => void
}

/** Saves a form of a feature's own. @param onSaved called in an effect, once the guard of the form is released */
export function useSaving<Saved, Theirs>(onSaved: (saved: Saved) => void): Saving<Saved, Theirs> {
  const say = useSay()
  const [state, setState] = useState<SavingState<Saved, Theirs>>(IDLE)
  const latest = useRef(onSaved)
  useEffect(() => {
    latest.current = onSaved
  })
  const { saved } = state
  useEffect(() => {
    if (saved !== null) latest.current(saved)
  }, [saved])
  const refuse = (failure: unknown): void => {
    const { root: _root, ...errors } = errorsIn(failure)
    setState({ ...IDLE, refusal: { errors, message: failureText(failure, say) } })
  }
  return {
    ...state,
    settle: () => setState((now) => ({ ...now, refusal: null, conflict: null })),
    save(send, readTheirs) {
      setState({ ...IDLE, busy: true })
      send()
        .then(
          (done) => setState({ ...IDLE, saved: done }),
          async (failure: unknown) => {
            const theirs = readTheirs && isConflict(failure) ? await readTheirs() : null
            if (theirs === null) refuse(failure)
            else setState({ ...IDLE, conflict: conflictOf(failure, theirs) })
          },
        )
        .catch(refuse)
    },
  }
}

const IDLE = { busy: false, refusal: null, conflict: null, saved: null }
