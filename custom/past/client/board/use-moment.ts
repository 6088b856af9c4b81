import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { minuteOf, momentAsked } from './day-of'

/** While the hand is on the slider nothing is asked for. */
const REST_MS = 250

export interface Moment {
  /** What the slider shows. */
  readonly at_ms: number
  /** What is asked for. */
  readonly asked_ms: number
  readonly now_ms: number
  readonly id_branch: number | null
  readonly go: (at_ms: number) => void
  readonly setBranch: (id: number | null) => void
}

/** The moment that the page is about; it stands in the address, so that it can be sent to somebody. */
export function useMoment(): Moment {
  const [params, setParams] = useSearchParams()
  const [now_ms] = useState(() => Date.now())
  const asked_ms = momentAsked(params.get('at'), now_ms)
  const [drawn, setDrawn] = useState<number | null>(null)
  const set = useCallback(
    (name: string, value: string | null): void =>
      setParams(
        (was) => {
          const next = new URLSearchParams(was)
          if (value === null) next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
  useEffect(() => {
    if (drawn === null) return undefined
    const timer = setTimeout(() => {
      setDrawn(null)
      set('at', new Date(drawn).toISOString())
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [drawn, set])
  return {
    at_ms: drawn ?? asked_ms,
    asked_ms,
    now_ms,
    id_branch: Number(params.get('id_branch')) || null,
    go: (at_ms) => setDrawn(minuteOf(at_ms, now_ms)),
    setBranch: (id) => set('id_branch', id === null ? null : String(id)),
  }
}
