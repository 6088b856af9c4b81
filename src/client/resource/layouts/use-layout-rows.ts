import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEvent } from 'react-admin'
import { useContext, useEffect, useMemo } from 'react'
import type { JsonObject } from '../../../model/json'
import { useInterval_ms } from '../../console/use-live'
import { useScope } from '../scope'
import { OwnRowsContext } from './own-rows'
import { shareRows } from './share-rows'

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
 * What a layout reads in place of a page of rows: anew when what it asks changes, when a record of the catalogue is
 * written, and at the setting's interval where the list is live.
 * @param asked filters and whatever else the answer depends on; the same question has the same key
 * @param rows the records in an answer, for selection and bulk actions
 * @param options `live`: also where the list is not, since what is drawn changes by itself; `hidden`: also while nobody
 * sees the page
 */
export function useLayoutRows<Answer>(
  kind: string,
  asked: JsonObject,
  ask: (signal: AbortSignal) => Promise<Answer>,
  rows: (answer: Answer) => { readonly rows: readonly JsonObject[]; readonly total: number },
  { live = false, hidden = false }: { readonly live?: boolean; readonly hidden?: boolean } = {},
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
    ...(isLive && {
      refetchInterval: interval_ms,
      refetchIntervalInBackground: hidden,
      refetchOnWindowFocus: 'always' as const,
    }),
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
  return {
    answer: data ?? null,
    failure: error,
    busy: (!isLive || error !== null) && query.isFetching,
    refetch,
    change,
  }
}
