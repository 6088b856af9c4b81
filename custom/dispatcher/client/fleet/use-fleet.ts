import { useCallback, useRef, useState } from 'react'
import { useProvider } from '#engine/client'
import { liveVehiclesCall } from '../../model/live-vehicles'
import { renewedFleet, wholeFleet, type Fleet } from './fleet'
import { useInterval_ms } from '../live/interval'
import { usePolling } from '../live/use-polling'

// Changes of a brand's or a type's name come with the whole fleet only.
const WHOLE_EVERY_MS = 10 * 60_000

export interface LiveFleet {
  /** Null until the first answer; then always the last one, also while another is on its way or has failed. */
  readonly fleet: Fleet | null
  /** The last call failed. */
  readonly failed: boolean
  readonly retry: () => void
}

/** The fleet that a search finds, kept current; who sees none asks for none. */
export function useFleet(q: string, sees: boolean): LiveFleet {
  const provider = useProvider()
  const [fleet, setFleet] = useState<Fleet | null>(null)
  const [failed, setFailed] = useState(false)
  const cursor = useRef({ since: '', whole_ms: 0 })
  const ask = useCallback(
    async (signal: AbortSignal, first: boolean) => {
      const { since, whole_ms } = cursor.current
      const whole = first || Date.now() - whole_ms > WHOLE_EVERY_MS
      const request = { ...(q ? { q } : {}), ...(whole ? {} : { since }) }
      try {
        const answer = await provider.call(liveVehiclesCall, request, { signal, quiet: !first })
        const now = Date.now()
        cursor.current = { since: answer.since, whole_ms: whole ? now : whole_ms }
        setFleet((known) => (whole || !known ? wholeFleet(answer, now) : renewedFleet(known, answer, now)))
        setFailed(false)
      } catch (cause) {
        if (signal.aborted) return
        setFailed(true)
        throw cause
      }
    },
    [provider, q],
  )
  const again = usePolling(sees ? ask : null, useInterval_ms())
  return { fleet, failed, retry: again }
}
