import { useCallback, useEffect, useRef } from 'react'

/** Asks once; rejects when it failed. `first` is true until one call has succeeded. */
type Ask = (signal: AbortSignal, first: boolean) => Promise<void>

/** Whether somebody can see the page, and how to hear that it comes back. */
export interface Page {
  readonly hidden: boolean
  addEventListener(type: 'visibilitychange', hear: () => void): void
  removeEventListener(type: 'visibilitychange', hear: () => void): void
}

interface Polling {
  /** Asks at once, unless an answer is awaited already. */
  readonly again: () => void
  /** Breaks a call off that is on its way. */
  readonly stop: () => void
}

/** Asks now and then again `every_ms` after each answer, but only while the page is seen; when it comes back, at once. */
export function startPolling(ask: Ask, every_ms: number, page: Page): Polling {
  const stopped = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking = false
  let first = true
  const run = async (): Promise<void> => {
    clearTimeout(timer)
    if (asking || stopped.signal.aborted || page.hidden) return
    asking = true
    try {
      await ask(stopped.signal, first)
      first = false
    } catch {
      // The next turn asks again; how a failure is told is the asker's.
    }
    asking = false
    if (!stopped.signal.aborted) timer = setTimeout(() => void run(), every_ms)
  }
  const onVisible = (): void => void run()
  page.addEventListener('visibilitychange', onVisible)
  void run()
  return {
    again: () => void run(),
    stop: () => {
      stopped.abort()
      clearTimeout(timer)
      page.removeEventListener('visibilitychange', onVisible)
    },
  }
}

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
