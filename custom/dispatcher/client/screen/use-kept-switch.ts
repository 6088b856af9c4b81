import { useCallback, useState } from 'react'
import { storage } from '#engine/client'

/** A switch of the board that this browser remembers, off at first. */
export function useKeptSwitch(key: 'dispatcher_destinations' | 'dispatcher_offline'): readonly [on: boolean, turn: (on: boolean) => void] {
  const [on, setOn] = useState(() => storage.read(key) === true)
  const turn = useCallback((next: boolean) => {
    storage.write(key, next)
    setOn(next)
  }, [key])
  return [on, turn]
}
