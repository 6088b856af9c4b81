import { useEffect, useState } from 'react'
import { replayed, type ReplayRate } from '../model/replay'

export interface TrackReplay {
  /** The moment that is shown; null: nothing is replayed. */
  readonly at_ms: number | null
  readonly playing: boolean
  readonly rate: ReplayRate
  readonly setRate: (rate: ReplayRate) => void
  readonly toggle: () => void
  readonly seek: (at_ms: number) => void
  readonly stop: () => void
}

/** Twenty pictures a second are enough for a dot on a map. */
const STEP_MS = 50

/** A track driven again from its first moment to its last, so many times as fast as it was. */
export function useTrackReplay(start_ms: number, end_ms: number): TrackReplay {
  const [at_ms, setAt] = useState<number | null>(null)
  const [playing, setPlaying] = useState(false)
  const [rate, setRate] = useState<ReplayRate>(10)
  useEffect(() => {
    if (!playing) return undefined
    let before = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      const passed = now - before
      before = now
      setAt((at) => replayed(at ?? start_ms, passed, rate, end_ms))
    }, STEP_MS)
    return () => clearInterval(timer)
  }, [playing, rate, start_ms, end_ms])
  const isOver = at_ms !== null && at_ms >= end_ms
  return {
    at_ms,
    playing: playing && !isOver,
    rate,
    setRate,
    toggle: () => {
      if (isOver) setAt(start_ms)
      setPlaying(isOver || !playing)
    },
    seek: (next) => setAt(Math.min(end_ms, Math.max(start_ms, next))),
    stop: () => {
      setPlaying(false)
      setAt(null)
    },
  }
}
