import { useState } from 'react'
import { useLive, useProvider } from '#engine/client'
import { liveVehiclesCall } from '../../model/live-vehicles'
import { renewedFleet, wholeFleet, type ReceivedFleet } from './fleet'

// Changes of a brand's or a type's name come with the whole fleet only.
const WHOLE_EVERY_MS = 10 * 60_000

export interface FollowedFleet {
  /** Null until the first answer; then always the last one, also while the next is awaited or has failed. */
  readonly fleet: ReceivedFleet | null
  /** When it was last heard, once a call has failed; null: not known. */
  readonly heard_ms: number | null
  /** The last call failed. */
  readonly failed: boolean
  readonly retry: () => void
}

interface KnownFleet {
  readonly fleet: ReceivedFleet
  /** From where the next changes are asked: they may be asked again until there are some. */
  readonly since: string
  /** When it was last asked for as a whole. */
  readonly whole_ms: number
}

/** The fleet that a search finds, kept current; users without a fleet send no calls. */
export function useFleet(q: string, sees: boolean): FollowedFleet {
  const provider = useProvider()
  const { answer, heard_ms, failure, again } = useLive<KnownFleet>(
    ['fleet', q],
    async (signal, known) => {
      const last = known && Date.now() - known.whole_ms <= WHOLE_EVERY_MS ? known : null
      const request = { ...(q ? { q } : {}), ...(last ? { since: last.since } : q ? {} : { form: 'columns' as const }) }
      const news = await provider.call(liveVehiclesCall, request, { signal, quiet: known !== null })
      if (!last) return { fleet: wholeFleet(news), since: news.since, whole_ms: Date.now() }
      const fleet = renewedFleet(last.fleet, news)
      return fleet === last.fleet ? last : { fleet, since: news.since, whole_ms: last.whole_ms }
    },
    { enabled: sees },
  )
  // The earlier fleet stays until that of a new search arrives.
  const [shown, setShown] = useState(answer)
  if (answer && answer !== shown) setShown(answer)
  return {
    fleet: (answer ?? shown)?.fleet ?? null,
    heard_ms: answer && heard_ms,
    failed: failure !== null,
    retry: again,
  }
}
