import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEvent, useStore, useStoreContext } from 'react-admin'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { JsonObject } from '../../../model/json'
import type { ListLook, ListView, ListViews } from '../../../model/list-view'
import { useConsole } from '../../console/console'
import { useProvider } from '../../console/provider'
import { useShell } from '../../console/shell-context'
import { useScope } from '../scope'
import {
  lookKey,
  NO_LOOK,
  sendLook,
  viewsKey,
  viewsQuery,
  type KeptLook,
  type ListOfUser,
  type LooksKept,
} from './views-query'

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

/**
 * Reads the user's look of a list: from this browser at once, and from the server, which has the look last used in any
 * browser. The first time in a browser the list waits for the server, so that nothing jumps.
 * @param key the list's own name
 */
export function useListLooks(key: string, saves: boolean): ListLooks {
  const { actor } = useConsole()
  const { resource } = useScope()
  const isViewer = useShell().verified.user.viewer !== undefined
  const provider = useProvider()
  const store = useStoreContext()
  const queries = useQueryClient()
  const kept: LooksKept = { store, dataProvider: provider }
  const list: ListOfUser = { id_actor: actor.id, resource: resource.name, list: key, isViewer }
  const [look] = useStore<KeptLook>(lookKey(list), NO_LOOK)
  // The server keeps no look for lists of another service.
  const isOurs = resource.rest === undefined
  const asked = viewsQuery(kept, list)
  const { data, isError } = useQuery({ ...asked, enabled: isOurs })
  const keep = useEvent((patch: Partial<ListLook>) => {
    const held = store.getItem<KeptLook>(lookKey(list), NO_LOOK)
    store.setItem(lookKey(list), { ...held, ...patch, ...(isOurs && !isViewer ? { unsent: true } : {}) })
    if (isOurs && !isViewer) sendLook(kept, list)
  })
  const change = useEvent(async (work: Promise<ListViews>) => {
    const answer = await work
    store.setItem(viewsKey(list), answer)
    queries.setQueryData<ListViews>(asked.queryKey, answer)
  })
  return useMemo<ListLooks>(
    () => ({
      look,
      keep,
      views: data?.items ?? [],
      mayShare: data?.may_share === true,
      saves: saves && isOurs && !isViewer,
      save: (view) => change(provider.saveView(resource.name, key, view)),
      remove: (id) => change(provider.removeView(resource.name, key, id)),
      ready: !isOurs || data !== undefined || isError,
    }),
    [look, keep, data, isError, saves, isOurs, isViewer, change, provider, resource, key],
  )
}

const LooksContext = createContext<ListLooks | null>(null)

export const ListLooksProvider = ({ value, children }: { value: ListLooks; children: ReactNode }) => (
  <LooksContext.Provider value={value}>{children}</LooksContext.Provider>
)

export function useLooks(): ListLooks {
  const looks = useContext(LooksContext)
  if (!looks) throw new Error('A list needs a <ListLooksProvider> around it.')
  return looks
}
