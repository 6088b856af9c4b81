import { useState } from 'react'
import { storage } from '#engine/client'

const KEY = 'dispatcher_destinations'

/** Whether lines lead from busy vehicles to where they go; this browser remembers it. */
export function useDestinations(): readonly [shown: boolean, show: (shown: boolean) => void] {
  const [shown, setShown] = useState(() => storage.read(KEY) === true)
  return [shown, (next) => {
    storage.write(KEY, next)
    setShown(next)
  }]
}
