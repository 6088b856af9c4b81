import { useEffect, useState } from 'react'
import type { Choice } from '../lookup'

/** Matches of a text; rejects with a sentence for the user. */
export type FindChoices = (text: string, signal: AbortSignal) => Promise<readonly Choice[]>

interface Matches {
  readonly choices: readonly Choice[]
  readonly busy: boolean
  readonly failure?: string
}

// Spec 1 §9: look-ups wait 500 ms. Whoever leaves the field before that is not kept waiting (`useTypedChoice`).
const PAUSE_MS = 500

/**
 * The matches of an open search box's text, once the typing rests; earlier matches stay until then.
 * @param pause_ms how long nothing must be typed before it is searched
 */
export function useMatches(find: FindChoices, open: boolean, text: string, pause_ms: number = PAUSE_MS): Matches {
  const asked = open ? text : null
  const [found, setFound] = useState<Omit<Matches, 'busy'> & { asked: string | null; find?: FindChoices }>({
    asked: null,
    choices: [],
  })
  useEffect(() => {
    if (asked === null) return undefined
    const abort = new AbortController()
    const timer = setTimeout(
      () => {
        find(asked, abort.signal).then(
          (choices) => {
            if (!abort.signal.aborted) setFound({ asked, find, choices })
          },
          (reason: unknown) => {
            if (abort.signal.aborted) return
            setFound({ asked, find, choices: [], failure: reason instanceof Error ? reason.message : String(reason) })
          },
        )
      },
      asked ? pause_ms : 0,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [find, asked, pause_ms])
  return {
    choices: found.choices,
    failure: found.failure,
    busy: asked !== null && (found.asked !== asked || found.find !== find),
  }
}
