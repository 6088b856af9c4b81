import { useEffect, useRef, useState } from 'react'

/**
 * Enter that was pressed before anything was found: if one choice is found for what was typed, it is taken.
 * @param busy whether it is still searched
 * @param onEnd called with the only choice; with null when nothing was found, or several, of which one is chosen as ever
 */
export function useHurry<Found>(busy: boolean, choices: readonly Found[], onEnd: (sole: Found | null) => void) {
  const [isHurried, setHurried] = useState(false)
  const latest = useRef(onEnd)
  useEffect(() => {
    latest.current = onEnd
  })
  useEffect(() => {
    if (!isHurried || busy) return undefined
    const [only = null, ...others] = choices
    // A step later, with what has just been drawn.
    const step = setTimeout(() => {
      setHurried(false)
      latest.current(others.length === 0 ? only : null)
    })
    return () => clearTimeout(step)
  }, [isHurried, busy, choices])
  return { isHurried, hurry: () => setHurried(true), calm: () => setHurried(false) }
}
