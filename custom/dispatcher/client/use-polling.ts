import { useEffect, useRef } from 'react'

/**
 * Calls `ask` now and then again `every_ms` after each answer, but only while somebody can see the page; on coming back, at once.
 * @param ask keep it the same between renders: a new one starts afresh and breaks the old one's call off. `first` is true until one call has succeeded
 */
export function usePolling(ask: (signal: AbortSignal, first: boolean) => Promise<void>, every_ms: number): { readonly again: () => void } {
  const again = useRef<() => void>(() => {})
  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let asking = false
    let first = true
    const run = async (): Promise<void> => {
      clearTimeout(timer)
      if (asking || stop.signal.aborted || document.hidden) return
      asking = true
      try {
        await ask(stop.signal, first)
        first = false
      } catch {
        // The next turn asks again; how a failure is told is the asker's.
      } finally {
        asking = false
        if (!stop.signal.aborted) timer = setTimeout(() => void run(), every_ms)
      }
    }
    const onVisible = (): void => {
      if (!document.hidden) void run()
    }
    again.current = () => void run()
    document.addEventListener('visibilitychange', onVisible)
    void run()
    return () => {
      stop.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [ask, every_ms])
  return { again: () => again.current() }
}
