import { useCallback, useEffect, useRef } from 'react'
import { startPolling, type Ask } from './polling'

/**
 * Polls while the component is mounted and the page is seen.
 * @param ask keep it the same between renders: a new one starts afresh and breaks the old one's call off; null: nothing is asked
 * @returns how to ask at once
 */
export function usePolling(ask: Ask | null, every_ms: number): () => void {
  const again = useRef<(() => void) | null>(null)
  useEffect(() => {
    if (!ask) return undefined
    const polling = startPolling(ask, every_ms, document)
    again.current = polling.again
    return polling.stop
  }, [ask, every_ms])
  return useCallback(() => again.current?.(), [])
}
