import { ListContextProvider, useEvent, useListContext } from 'react-admin'
import { createContext, useMemo, useRef, useState, type ReactNode } from 'react'
import type { JsonObject } from '../../../model/json'

/** What a layout that reads rows of its own has drawn. */
interface OwnRows {
  readonly rows: readonly JsonObject[]
  readonly total: number
  readonly refetch: () => Promise<unknown>
}

/** Takes what a layout has drawn; null around no such list. */
export const OwnRowsContext = createContext<((own: OwnRows | null) => void) | null>(null)

/** Around a layout that reads rows of its own: selection, bulk actions and "refresh" are about those rows. */
export function OwnRowsList({ children }: { children: ReactNode }) {
  const list = useListContext()
  const isChosen = list.selectedIds.length > 0
  const last = useRef<OwnRows | null>(null)
  const [own, setOwn] = useState<OwnRows | null>(null)
  // What stands around the layout tells how many there are and what is chosen: a poll that changes neither draws none
  // of it anew.
  const put = useEvent((next: OwnRows | null) => {
    last.current = next
    setOwn((known) =>
      known && next && !isChosen && known.total === next.total && known.refetch === next.refetch ? known : next,
    )
  })
  const value = useMemo(
    () =>
      (own
        ? {
            ...list,
            get data() {
              return last.current?.rows
            },
            total: own.total,
            refetch: own.refetch,
            isPending: false,
            error: null,
          }
        : list) as typeof list,
    [list, own],
  )
  return (
    <OwnRowsContext.Provider value={put}>
      <ListContextProvider value={value}>{children}</ListContextProvider>
    </OwnRowsContext.Provider>
  )
}
