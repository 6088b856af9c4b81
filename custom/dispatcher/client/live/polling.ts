/** Asks once; rejects when it failed. `first` is true until one call has succeeded. */
export type Ask = (signal: AbortSignal, first: boolean) => Promise<void>

/** Whether somebody can see the page, and how to hear that it comes back. */
export interface Page {
  readonly hidden: boolean
  addEventListener(type: 'visibilitychange', hear: () => void): void
  removeEventListener(type: 'visibilitychange', hear: () => void): void
}

export interface Polling {
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
