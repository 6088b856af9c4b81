import { useEffect, useRef } from 'react'

// A page that nobody looks at has its own timers slowed down to one beat a minute; those of a worker go on.
const beats = (every_ms: number): string => `setInterval(() => postMessage(0), ${every_ms})`

/**
 * Calls back at a steady interval, also while the page is in the background (browsers slow its own timers down there).
 */
export function usePulse(every_ms: number, beat: () => void): void {
  const latest = useRef(beat)
  useEffect(() => {
    latest.current = beat
  })
  useEffect(() => {
    const address = URL.createObjectURL(new Blob([beats(every_ms)], { type: 'text/javascript' }))
    const worker = new Worker(address)
    worker.addEventListener('message', () => latest.current())
    return () => {
      worker.terminate()
      URL.revokeObjectURL(address)
    }
  }, [every_ms])
}
