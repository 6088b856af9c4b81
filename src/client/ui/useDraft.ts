import { useEffect, useRef, useState } from 'react'

/**
 * A value being edited that is handed on once the editing rests.
 * @param pause_ms how long nothing must change before `commit` is called; what is left is handed on when the component goes
 */
export function useDraft<T>(value: T, commit: (value: T) => void, pause_ms: number): readonly [T, (value: T) => void] {
  const [draft, setDraft] = useState(value)
  const [outer, setOuter] = useState(value)
  const pending = useRef<{ readonly value: T; readonly timer: ReturnType<typeof setTimeout> } | null>(null)
  const latest = useRef(commit)
  useEffect(() => { latest.current = commit })
  if (value !== outer && JSON.stringify(value) !== JSON.stringify(outer)) {
    setOuter(value)
    if (!pending.current) setDraft(value)
  }
  useEffect(() => () => {
    if (!pending.current) return
    clearTimeout(pending.current.timer)
    latest.current(pending.current.value)
  }, [])
  const change = (next: T): void => {
    setDraft(next)
    if (pending.current) clearTimeout(pending.current.timer)
    const timer = setTimeout(() => { pending.current = null; latest.current(next) }, pause_ms)
    pending.current = { value: next, timer }
  }
  return [draft, change]
}
