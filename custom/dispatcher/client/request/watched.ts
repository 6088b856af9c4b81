import { useSyncExternalStore } from 'react'

/**
 * The services whose search for a driver this operator looks after, the latest first; kept for the tab, also over a
 * reload.
 */
interface Watched {
  readonly get: () => readonly number[]
  readonly subscribe: (changed: () => void) => () => void
  readonly watch: (ids: readonly number[]) => void
  readonly drop: (id: number) => void
}

/** Where a tab keeps a text: `sessionStorage`, or a substitute. */
interface Kept {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

const KEY = 'toolrides_v5.watched_services'
// More cards would hide the map; the alerts and the list of active services have them all.
const MAX_WATCHED = 4

export function createWatched(kept: Kept | null): Watched {
  let ids = read(kept)
  const watchers = new Set<() => void>()
  const set = (next: readonly number[]): void => {
    ids = next
    try {
      kept?.setItem(KEY, JSON.stringify(ids))
    } catch {
      // A full or refused storage: they are watched until the page is left.
    }
    for (const changed of watchers) changed()
  }
  return {
    get: () => ids,
    subscribe(changed) {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    watch: (more) => set([...more, ...ids.filter((id) => !more.includes(id))].slice(0, MAX_WATCHED)),
    drop: (id) => set(ids.filter((one) => one !== id)),
  }
}

function read(kept: Kept | null): readonly number[] {
  try {
    const value: unknown = JSON.parse(kept?.getItem(KEY) ?? '[]')
    return Array.isArray(value)
      ? value.filter((id): id is number => Number.isInteger(id) && id > 0).slice(0, MAX_WATCHED)
      : []
  } catch {
    return []
  }
}

function tabStorage(): Kept | null {
  try {
    return window.sessionStorage
  } catch {
    return null
  }
}

let own: Watched | null = null
/** The one of this tab. */
export const watchedServices = (): Watched => (own ??= createWatched(tabStorage()))

export function useWatched(): readonly number[] {
  const watched = watchedServices()
  return useSyncExternalStore(watched.subscribe, watched.get)
}
