import type { Database } from './database'

/** Locks among the parts of one process: for a database that no other process can open. */
export function ownLocks(): Database['tryLock'] {
  const held = new Set<string>()
  // Never lost: there is no connection to lose it with.
  const lost = new AbortController().signal
  return async (name) => {
    if (held.has(name)) return null
    held.add(name)
    let released = false
    return {
      lost,
      async release() {
        // A second release must not free somebody else's.
        if (!released) held.delete(name)
        released = true
      },
    }
  }
}
