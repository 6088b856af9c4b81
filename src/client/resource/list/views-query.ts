import { queryOptions } from '@tanstack/react-query'
import type { Store } from 'react-admin'
import type { JsonObject } from '../../../model/json'
import type { ListLook, ListViews } from '../../../model/list-view'
import type { ConsoleDataProvider } from '../../console/provider'

/** A list's look as this browser has it; `unsent` until the server has it too. */
export type KeptLook = Partial<ListLook> & { readonly unsent?: true }

export const NO_LOOK: KeptLook = {}
const FRESH_MS = 60_000

/** One list of one user. */
export interface ListOfUser {
  readonly id_actor: number
  readonly resource: string
  /** The list's own name. */
  readonly list: string
  /** Who views as another user does not change that user's lists. */
  readonly isViewer: boolean
}

export const lookKey = ({ id_actor, list }: Pick<ListOfUser, 'id_actor' | 'list'>): string => `look.${id_actor}.${list}`
export const viewsKey = ({ id_actor, list }: Pick<ListOfUser, 'id_actor' | 'list'>): string =>
  `views.${id_actor}.${list}`

/** Where the looks and views of lists are kept: in this browser, and on the server. */
export interface LooksKept {
  readonly store: Store
  readonly dataProvider: ConsoleDataProvider
}

/** The views of a list and the look last used in any browser, which this browser then has too. */
export const viewsQuery = (kept: LooksKept, of: ListOfUser) =>
  queryOptions({
    queryKey: ['list-views', of.id_actor, of.list],
    queryFn: async () => hear(kept, of, await kept.dataProvider.listViews(of.resource, of.list)),
    initialData: () => kept.store.getItem<ListViews>(viewsKey(of)),
    initialDataUpdatedAt: 0,
    staleTime: FRESH_MS,
  })

function hear(kept: LooksKept, of: ListOfUser, answer: ListViews): ListViews {
  const { store } = kept
  store.setItem(viewsKey(of), answer)
  const held = store.getItem<KeptLook>(lookKey(of), NO_LOOK)
  if (answer.last && !held?.unsent) store.setItem(lookKey(of), answer.last)
  else if (held?.unsent && !of.isViewer) sendLook(kept, of)
  return answer
}

const PAUSE_MS = 800
const waiting = new Map<string, ReturnType<typeof setTimeout>>()

/** Sends a look once it has rested; a look that could not be sent goes with the next visit. */
export function sendLook({ store, dataProvider }: LooksKept, of: ListOfUser): void {
  const key = lookKey(of)
  clearTimeout(waiting.get(key))
  waiting.set(
    key,
    setTimeout(() => {
      waiting.delete(key)
      const { unsent: _, ...look } = store.getItem<KeptLook>(key, NO_LOOK) ?? NO_LOOK
      dataProvider.saveView(of.resource, of.list, { ...(look as JsonObject), last: true }).then(
        () => {
          if (!waiting.has(key)) store.setItem(key, look)
        },
        () => undefined,
      )
    }, PAUSE_MS),
  )
}
