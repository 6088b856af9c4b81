import { useEffect, useState } from 'react'
import type { Choice } from './lookup'

/**
 * Enter that was pressed before anything was found: if one choice is found for what was typed, it is taken.
 * @param busy whether it is still searched
 * @param onSole takes the only choice; of several one is chosen as ever
 */
export function useHurried(busy: boolean, choices: readonly Choice[], onSole: ((choice: Choice) => void) | undefined) {
  const [isHurried, setHurried] = useState(false)
  useEffect(() => {
    if (!isHurried || busy) return undefined
    const [only, ...others] = choices
    const step = setTimeout(() => {
      setHurried(false)
      if (only && others.length === 0) onSole?.(only)
    })
    return () => clearTimeout(step)
  }, [isHurried, busy, choices, onSole])
  return { hurry: () => setHurried(true), calm: () => setHurried(false) }
}
