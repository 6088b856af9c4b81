import type { BrowserSession } from '../session/session'
import { storage } from '../session/storage'

/** Calls of the console itself, so long after somebody was at it, keep no session unlocked. */
const AWAY_MS = 15_000
/** The moment of the last use is written at most this often. */
const NOTE_MS = 1000

/** Whether the console is locked, alike in all tabs: nobody was at it for as long as the user's role says. */
export interface ConsoleLock {
  isLocked(): boolean
  lock(): void
  unlock(): void
  /** Resolves once it is unlocked. */
  opened(): Promise<void>
  subscribe(listener: () => void): () => void
  /** Somebody is at the console. */
  note(): void
  /** When somebody was last, in any tab; null: nobody looks, since the role locks nothing. */
  used_ms(): number | null
  isAway(): boolean
}

/** @param session the one in use; another one, or none, is not locked */
export function createLock({ token, subscribe: onSession }: Pick<BrowserSession, 'token' | 'subscribe'>): ConsoleLock {
  const listeners = new Set<() => void>()
  const publish = (): void => {
    for (const listener of listeners) listener()
  }
  const isLocked = (): boolean => {
    const locked = storage.read('locked')
    return typeof locked === 'string' && locked === token()
  }
  const used_ms = (): number | null => {
    const used = storage.read('used')
    return typeof used === 'number' ? used : null
  }
  storage.watch((key) => key === 'locked' && publish())
  onSession(publish)
  return {
    isLocked,
    used_ms,
    lock() {
      if (isLocked()) return
      storage.write('locked', token() ?? undefined)
      publish()
    },
    unlock() {
      storage.write('locked', undefined)
      publish()
    },
    opened: () =>
      new Promise((resolve) => {
        const look = (): void => {
          if (isLocked()) return
          listeners.delete(look)
          resolve()
        }
        listeners.add(look)
        look()
      }),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    note() {
      const now_ms = Date.now()
      if (!isLocked() && now_ms - (used_ms() ?? 0) > NOTE_MS) storage.write('used', now_ms)
    },
    isAway() {
      const last_ms = used_ms()
      return last_ms !== null && Date.now() - last_ms > AWAY_MS
    },
  }
}
