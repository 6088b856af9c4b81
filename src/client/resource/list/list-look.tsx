import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEvent, useStore, useStoreContext, type Store } from 'react-admin'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { JsonObject } from '../../../model/json'
import type { ListLook, ListView, ListViews } from '../../../model/list-view'
import { useConsole } from '../../app/console'
import { useProvider, type ConsoleDataProvider } from '../../app/provider'
import { useShell } from '../../app/shell-context'
import { useScope } from '../scope'

/** A list's look as this browser has it; `unsent` until the server has it too. */
type Kept = Partial<ListLook> & { readonly unsent?: true }

/** The user's look of a list, and its views on the server. */
interface ListLooks {
  readonly look: Partial<ListLook>
  /** Changes the look here at once and on the server a moment later. */
  readonly keep: (patch: Partial<ListLook>) => void
  readonly views: readonly ListView[]
  readonly mayShare: boolean
  /** Only lists that have an address of their own have views. */
  readonly saves: boolean
  readonly save: (view: JsonObject) => Promise<void>
  readonly remove: (id: number) => Promise<void>
  /** False: this browser does not have the user's look yet. */
  readonly ready: boolean
}

const NOTHING: Kept = {}
const FRESH_MS = 60_000

/**
 * Reads the user's look of a list: from this browser at once, and from the server, which has the look last used in any
 * browser. The first time in a browser the list waits for the server, so that nothing jumps.
 * @param key the list's own name
 */
export function useListLooks(key: string, saves: boolean): ListLooks {
  const { actor } = useConsole()
  const { resource } = useScope()
  const viewer = useShell().verified.user.viewer
  const provider = useProvider()
  const store = useStoreContext()
  const queries = useQueryClient()
  const [lookKey, viewsKey] = [`look.${actor.id}.${key}`, `views.${actor.id}.${key}`]
  const [look] = useStore<Kept>(lookKey, NOTHING)
  // The server keeps no look for lists of another service; who views as another user does not change that user's lists.
  const isOurs = resource.rest === undefined
  const queryKey = ['list-views', actor.id, key]
  const heard = useEvent((answer: ListViews): ListViews => {
    store.setItem(viewsKey, answer)
    const held = store.getItem<Kept>(lookKey, NOTHING)
    if (answer.last && !held?.unsent) store.setItem(lookKey, answer.last)
    else if (held?.unsent && !viewer) send(provider, store, resource.name, key, lookKey)
    return answer
  })
  const { data, isError } = useQuery({
    queryKey,
    queryFn: async () => heard(await provider.listViews(resource.name, key)),
    initialData: () => store.getItem<ListViews>(viewsKey),
    initialDataUpdatedAt: 0,
    staleTime: FRESH_MS,
    enabled: isOurs,
  })
  const keep = useEvent((patch: Partial<ListLook>) => {
    const held = store.getItem<Kept>(lookKey, NOTHING)
    store.setItem(lookKey, { ...held, ...patch, ...(isOurs && !viewer ? { unsent: true } : {}) })
    if (isOurs && !viewer) send(provider, store, resource.name, key, lookKey)
  })
  const change = useEvent(async (work: Promise<ListViews>) => {
    const answer = await work
    store.setItem(viewsKey, answer)
    queries.setQueryData<ListViews>(queryKey, answer)
  })
  return useMemo<ListLooks>(
    () => ({
      look, keep,
      views: data?.items ?? [],
      mayShare: data?.may_share === true,
      saves: saves && isOurs && !viewer,
      save: (view) => change(provider.saveView(resource.name, key, view)),
      remove: (id) => change(provider.removeView(resource.name, key, id)),
      ready: !isOurs || data !== undefined || isError,
    }),
    [look, keep, data, isError, saves, isOurs, viewer, change, provider, resource, key],
  )
}

const PAUSE_MS = 800
const waiting = new Map<string, ReturnType<typeof setTimeout>>()

/** Sends a look once it has rested; a look that could not be sent goes with the next visit. */
function send(provider: ConsoleDataProvider, store: Store, resource: string, list: string, lookKey: string): void {
  clearTimeout(waiting.get(lookKey))
  waiting.set(lookKey, setTimeout(() => {
    waiting.delete(lookKey)
    const { unsent: _, ...look } = store.getItem<Kept>(lookKey, NOTHING) ?? NOTHING
    provider.saveView(resource, list, { ...look as JsonObject, last: true }).then(
      () => { if (!waiting.has(lookKey)) store.setItem(lookKey, look) },
      () => undefined,
    )
  }, PAUSE_MS))
}

const LooksContext = createContext<ListLooks | null>(null)

export const ListLooksProvider = ({ value, children }: { value: ListLooks; children: ReactNode }) => (
  <LooksContext.Provider value={value}>{children}</LooksContext.Provider>
)

export function useLooks(): ListLooks {
  const looks = useContext(LooksContext)
  if (!looks) throw new Error('A list is shown outside <ListLooksProvider>.')
  return looks
}
