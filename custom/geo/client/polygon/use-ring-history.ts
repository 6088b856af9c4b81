import { useState } from 'react'
import { isSame, type Json } from '#engine/model'

/** The values that a field had before each change made here; one from elsewhere (another record, a draft) begins anew. */
export function useRingHistory(value: Json, onChange: (value: Json) => void) {
  const [past, setPast] = useState<readonly Json[]>([])
  const [own, setOwn] = useState(value)
  // By what they say: the form hands back copies.
  if (!isSame(value, own)) {
    setOwn(value)
    setPast([])
  }
  return {
    canUndo: past.length > 0,
    change: (next: Json): void => {
      setPast([...past, value])
      setOwn(next)
      onChange(next)
    },
    undo: (): void => {
      const before = past.at(-1)
      if (before === undefined) return
      setPast(past.slice(0, -1))
      setOwn(before)
      onChange(before)
    },
  }
}
