import { useEffect, useRef, useState } from 'react'

/**
 * A value being edited, committed once the editing rests.
 * @param pause_ms how long nothing must change before `commit` is called
 * @param leftover what happens to an edit that has not rested at the unmount: the box of a filter commits it; the
 *   search of a page drops it, or it would return the user to the page just left
 */
export function useDraft<T>(
  value: T,
  commit: (value: T) => void,
  pause_ms: number,
  leftover: 'commit' | 'drop' = 'commit',
): readonly [T, (value: T) => void] {
  const [draft, setDraft] = useState(value)
  const [outer, setOuter] = useState(value)
  const [resting, setResting] = useState(true)
  if (value !== outer && JSON.stringify(value) !== JSON.stringify(outer)) {
    setOuter(value)
    if (resting) setDraft(value)
  }
  const latest = useRef({ commit, draft, resting, leftover })
  useEffect(() => {
    latest.current = { commit, draft, resting, leftover }
  })
  useEffect(() => {
    if (resting) return undefined
    const timer = setTimeout(() => {
      setResting(true)
      latest.current.commit(draft)
    }, pause_ms)
    return () => clearTimeout(timer)
  }, [draft, resting, pause_ms])
  useEffect(
    () => () => {
      if (!latest.current.resting && latest.current.leftover === 'commit') latest.current.commit(latest.current.draft)
    },
    [],
  )
  return [
    draft,
    (next) => {
      setDraft(next)
      setResting(false)
    },
  ]
}
