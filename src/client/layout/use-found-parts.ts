import { useEffect, useState } from 'react'
import type { CallResponse } from '../../model/call'
import { findCall, type FoundGroup, MAX_FOUND_GROUPS, MIN_FIND } from '../../model/find-call'
import { useProvider } from '../console/provider'

/** As long as typing must rest before records are searched. */
const PAUSE_MS = 250

interface FoundParts {
  /** The text that these belong to. */
  readonly q: string
  readonly items: readonly FoundGroup[]
  /** More may be found. */
  readonly isGoingOn: boolean
  readonly failure: unknown
}

/**
 * The catalogues in which a text was found, as they are answered: those that come later stand after the others, so that
 * nothing moves away from under who chooses. They stay while those of the next text are awaited.
 */
export function useFoundParts(q: string): FoundParts {
  const provider = useProvider()
  const [known, setKnown] = useState<FoundParts>({ q: '', items: [], isGoingOn: false, failure: null })
  useEffect(() => {
    if (q.length < MIN_FIND) return undefined
    const abort = new AbortController()
    const ask = async (): Promise<void> => {
      let items: readonly FoundGroup[] = []
      let after: number | null = null
      do {
        const { signal } = abort
        const part: CallResponse<typeof findCall> = await provider.call(
          findCall,
          after === null ? { q } : { q, after },
          { signal },
        )
        if (signal.aborted) return
        items = [...items, ...part.items].slice(0, MAX_FOUND_GROUPS)
        after = items.length < MAX_FOUND_GROUPS ? part.next : null
        // An earlier text's stay until there is something of this one.
        if (items.length > 0 || after === null) setKnown({ q, items, isGoingOn: after !== null, failure: null })
      } while (after !== null)
    }
    const timer = setTimeout(() => {
      ask().catch((failure: unknown) => {
        if (abort.signal.aborted) return
        setKnown((before) => ({ q, items: before.q === q ? before.items : [], isGoingOn: false, failure }))
      })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [provider, q])
  return known
}
