import { useState } from 'react'
import { MAX_DRAFTS } from '../model/closing-shape'

interface Drafts<T> {
  /** Documents so far; null: none are being made. */
  readonly done: number | null
  readonly made: number | null
  readonly failure: unknown
  readonly make: (of: readonly T[]) => void
}

/**
 * Drafts of many, some at a time; what was made before a failure stays, and is the same when it is asked for again.
 * @param send makes those of some, @returns how many
 */
export function useDrafts<T>(send: (some: readonly T[]) => Promise<number>, onMade: () => void): Drafts<T> {
  const [state, setState] = useState<Omit<Drafts<T>, 'make'>>({ done: null, made: null, failure: null })
  const run = async (all: readonly T[]): Promise<void> => {
    let made = 0
    try {
      for (let at = 0; at < all.length; at += MAX_DRAFTS) {
        setState({ done: at, made: null, failure: null })
        made += await send(all.slice(at, at + MAX_DRAFTS))
      }
      setState({ done: null, made, failure: null })
    } catch (failure) {
      setState({ done: null, made: made > 0 ? made : null, failure })
    }
    onMade()
  }
  return { ...state, make: (all) => void run(all) }
}
