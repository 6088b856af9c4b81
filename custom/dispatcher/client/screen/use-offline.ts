import { useState } from 'react'
import { storage } from '#engine/client'

const KEY = 'dispatcher_offline'

/** Whether the map draws vehicles that nobody drives; this browser remembers it. They are a crowd in which the others are not seen. */
export function useOffline(): readonly [shown: boolean, show: (shown: boolean) => void] {
  const [shown, setShown] = useState(() => storage.read(KEY) === true)
  return [shown, (next) => {
    storage.write(KEY, next)
    setShown(next)
  }]
}
