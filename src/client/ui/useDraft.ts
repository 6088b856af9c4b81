import { useEffect, useRef, useState } from 'react'

/**
 * A value being edited that is handed on once the editing rests.
 * @param pause_ms how long nothing must change before `commit` is called; what is left is handed on when the component goes
 */
export function useDraft<T>(value: T, commit: (value: T) => void, pause_ms: number): readonly [T, (value: T) => void] {
  const [draft, setDraft] = useState(value)
  const [outer, setOuter] = useState(value)
  const [resting, setResting] = useState(true)
  if (value !== outer && JSON.stringify(value) !== JSON.stringify(outer)) {
    setOuter(value)
    if (resting) setDraft(value)
  }
  const latest = useRef({ commit, draft, resting })
  useEffect(() => { latest.current = { commit, draft, resting } })
  useEffect(() => {
    if (resting) return undefined
    const timer = setTimeout(() => { setResting(true); latest.current.commit(draft) }, pause_ms)
    return () => clearTimeout(timer)
  }, [draft, resting, pause_ms])
  useEffect(() => () => {
    if (!latest.current.resting) latest.current.commit(latest.current.draft)
  }, [])
  return [draft, (next) => { setDraft(next); setResting(false) }]
}
