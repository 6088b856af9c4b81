import { useEffect, useRef, useState } from 'react'

/**
 * Handles Enter pressed before the search has answered: the choice is taken if it is the only match.
 * @param busy whether the search is still running
 * @param onEnd called with the only choice; with null when there is none, or several, of which the user chooses one
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
    // A step later, after the latest render.
    const step = setTimeout(() => {
      setHurried(false)
      latest.current(others.length === 0 ? only : null)
    })
    return () => clearTimeout(step)
  }, [isHurried, busy, choices])
  return { isHurried, hurry: () => setHurried(true), calm: () => setHurried(false) }
}
