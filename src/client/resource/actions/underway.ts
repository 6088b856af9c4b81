import type { QueryClient } from '@tanstack/react-query'
import type { Identifier } from 'react-admin'

/**
 * What is read anew after a change: all that is shown; all but the records themselves, whose page is left; nothing yet,
 * the page that is gone to reads it; nothing at all.
 */
export type Rereads = 'all' | 'lists' | 'later' | 'none'

/**
 * Records that are being changed, from the press of a button until what came of it is shown: until then the page offers
 * what their old state did.
 */
interface Underway {
  isBusy(ids: readonly Identifier[]): boolean
  /**
   * @param read what came of it; the records are under way until then
   * @returns what the work did, without waiting for that
   */
  during<T>(ids: readonly Identifier[], work: () => Promise<T>, read: () => Promise<unknown>): Promise<T>
}

export function createUnderway(tell: (busy: ReadonlySet<Identifier>) => void): Underway {
  let busy: ReadonlySet<Identifier> = new Set()
  const put = (next: ReadonlySet<Identifier>): void => {
    busy = next
    tell(next)
  }
  return {
    isBusy: (ids) => ids.some((id) => busy.has(id)),
    async during(ids, work, read) {
      put(new Set([...busy, ...ids]))
      try {
        return await work()
      } finally {
        void read()
          .catch(() => undefined)
          .then(() => put(new Set([...busy].filter((id) => !ids.includes(id)))))
      }
    },
  }
}

/**
 * Reads anew what a change of a catalogue's records makes stale.
 * @returns once that catalogue's own pages are read; what else is shown comes when it comes
 */
export async function rereads(queries: QueryClient, resource: string, how: Rereads): Promise<void> {
  if (how === 'none') return
  if (how === 'later') return void queries.invalidateQueries({ refetchType: 'none' })
  const reread = (own: boolean): Promise<void> =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [name, verb] }) =>
        (name === resource) === own && !(own && how === 'lists' && verb === 'getOne'),
    })
  const own = reread(true)
  void reread(false)
  await own
}
