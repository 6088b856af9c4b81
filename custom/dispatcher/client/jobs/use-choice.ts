import { useCallback, useMemo, useState } from 'react'

export interface JobChoice {
  /** The ride that the keys are at. */
  readonly current: number | null
  readonly chosen: ReadonlySet<number>
  /** Where the keys are in the list. */
  readonly at: number
  /** To another row; `how`: alone, with all in between, or without choosing. */
  readonly go: (to: number, how?: 'only' | 'range') => void
  /** Whether a row is among those that something is done with. */
  readonly toggle: (id: number) => void
  /** The same by a press, which goes there: where nothing is chosen yet, the row that one comes from counts as well. */
  readonly add: (id: number) => void
  readonly clear: () => void
  /** What a press or a key is about: those that were chosen, else where the keys are. */
  readonly about: readonly number[]
}

/**
 * Rides that somebody goes through and chooses. One that is over leaves the choice, and the keys go on from its place.
 */
export function useChoice(ids: readonly number[]): JobChoice {
  const [current, setCurrent] = useState<number | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(NO_IDS)
  const [anchor, setAnchor] = useState<number | null>(null)
  const [seen, setSeen] = useState({ ids, at: -1 })
  const at = current === null ? -1 : ids.indexOf(current)
  if (seen.ids !== ids || seen.at !== at) {
    // Its row has gone: the next one stands there now.
    const next = current !== null && at < 0 ? (ids[Math.min(Math.max(0, seen.at), ids.length - 1)] ?? null) : current
    setSeen({ ids, at: next === null ? -1 : ids.indexOf(next) })
    if (next !== current) setCurrent(next)
    const left = [...chosen].filter((id) => ids.includes(id))
    if (left.length < chosen.size) setChosen(new Set(left))
  }
  const go = useCallback(
    (to: number, how: 'only' | 'range' = 'only') => {
      const place = Math.min(ids.length - 1, Math.max(0, to))
      const id = ids[place]
      if (id === undefined) return
      setCurrent(id)
      if (how === 'only') return setAnchor(id)
      const from = Math.max(0, ids.indexOf(anchor ?? id))
      setChosen(new Set(ids.slice(Math.min(from, place), Math.max(from, place) + 1)))
    },
    [ids, anchor],
  )
  const toggle = useCallback((id: number) => {
    setAnchor(id)
    setChosen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  }, [])
  const add = useCallback(
    (id: number) => {
      setCurrent(id)
      setAnchor(id)
      setChosen((before) => {
        if (before.has(id)) return new Set([...before].filter((one) => one !== id))
        const from = before.size === 0 && current !== null ? [current] : []
        return new Set([...before, ...from, id])
      })
    },
    [current],
  )
  const clear = useCallback(() => setChosen(NO_IDS), [])
  const about = useMemo(
    () =>
      chosen.size > 0
        ? ids.filter((id) => chosen.has(id))
        : current === null || !ids.includes(current)
          ? []
          : [current],
    [ids, chosen, current],
  )
  return { current, chosen, at, go, toggle, add, clear, about }
}

const NO_IDS: ReadonlySet<number> = new Set()
