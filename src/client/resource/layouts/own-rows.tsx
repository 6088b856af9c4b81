import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { ListContextProvider, useEvent, useListContext } from 'react-admin'
import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { JsonObject } from '../../../model/json'
import { useInterval_ms } from '../../app/use-live'
import { useScope } from '../scope'
import { shareRows } from './share-rows'

/** What a layout that reads rows of its own has drawn. */
interface OwnRows {
  readonly rows: readonly JsonObject[]
  readonly total: number
  readonly refetch: () => Promise<unknown>
}

const OwnRowsContext = createContext<((own: OwnRows | null) => void) | null>(null)

/** Around a layout that reads rows of its own: selection, bulk actions and "refresh" are about those rows. */
export function OwnRowsList({ children }: { children: ReactNode }) {
  const list = useListContext()
  const isChosen = list.selectedIds.length > 0
  const last = useRef<OwnRows | null>(null)
  const [own, setOwn] = useState<OwnRows | null>(null)
  // What stands around the layout tells how many there are and what is chosen: a poll that changes neither draws none of it anew.
  const put = useEvent((next: OwnRows | null) => {
    last.current = next
    setOwn((known) => (known && next && !isChosen && known.total === next.total && known.refetch === next.refetch ? known : next))
  })
  const value = useMemo(
    () => (own ? { ...list, get data() { return last.current?.rows }, total: own.total, refetch: own.refetch, isPending: false, error: null } : list) as typeof list,
    [list, own],
  )
  return (
    <OwnRowsContext.Provider value={put}>
      <ListContextProvider value={value}>{children}</ListContextProvider>
    </OwnRowsContext.Provider>
  )
}

export interface LayoutAnswer<Answer> {
  /** The last answer; it stays while the next is awaited. Null until the first. */
  readonly answer: Answer | null
  readonly failure: unknown
  /** It is being read; not of a live list, which is read all the time, unless that failed. */
  readonly busy: boolean
  /** Reads it anew; with `cancelRefetch` false it waits for a call that is under way. */
  readonly refetch: (options?: { readonly cancelRefetch?: boolean }) => Promise<unknown>
  /** Changes the last answer here, until the next one: rows that were read beside it. */
  readonly change: (how: (answer: Answer) => Answer) => void
}

/**
 * What a layout reads in place of a page of rows: anew when what it asks changes, when a record of the catalogue is written, and at the
 * setting's interval where the list is live.
 * @param asked filters and whatever else the answer depends on; the same question has the same key
 * @param rows the records in an answer, for selection and bulk actions
 * @param live also where the list is not: what is drawn changes by itself
 */
export function useLayoutRows<Answer>(
  kind: string, asked: JsonObject, ask: (signal: AbortSignal) => Promise<Answer>, rows: (answer: Answer) => { readonly rows: readonly JsonObject[]; readonly total: number },
  live = false,
): LayoutAnswer<Answer> {
  const { resource } = useScope()
  const interval_ms = useInterval_ms()
  const put = useContext(OwnRowsContext)
  const queries = useQueryClient()
  // Below the lists of the catalogue, so that what makes those stale makes this stale.
  const queryKey = [resource.name, 'getList', 'layout', kind, asked]
  const isLive = live || resource.list.live
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(signal),
    placeholderData: keepPreviousData,
    structuralSharing: shareRows,
    retry: false,
    ...(isLive && { refetchInterval: interval_ms, refetchOnWindowFocus: 'always' as const }),
  })
  const { data, error, refetch } = query
  const drawn = useMemo(() => (data === undefined ? null : rows(data)), [data, rows])
  useEffect(() => {
    put?.(drawn && { ...drawn, refetch })
  }, [put, drawn, refetch])
  useEffect(() => () => put?.(null), [put])
  const change = useEvent((how: (answer: Answer) => Answer) => {
    queries.setQueryData<Answer>(queryKey, (known) => (known === undefined ? known : how(known)))
  })
  return { answer: data ?? null, failure: error, busy: (!isLive || error !== null) && query.isFetching, refetch, change }
}
