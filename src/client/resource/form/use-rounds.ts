import { useState } from 'react'
import { useHeldKeys } from '../../../ui/keys'

/** New records that are made one after the other in the same form: which one it is, and what begins the next. */
export function useRounds(): { readonly round: number; readonly begin: () => void } {
  const held = useHeldKeys()
  const [round, setRound] = useState(0)
  const begin = (): void => {
    held.hold('opening')
    setRound((now) => now + 1)
  }
  return { round, begin }
}
