import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { CallResponse } from '../../../model/call'
import type { JsonObject } from '../../../model/json'
import type { CommentItem, PeopleCalls } from '../../../model/people-calls'
import { liveKey, useLive } from '../../console/use-live'
import { useProvider } from '../../console/provider'
import { usePeopleCalls } from './use-people'

type Page = CallResponse<PeopleCalls['comments']>

interface Comments {
  /** The oldest first; null until they arrive. */
  readonly items: readonly CommentItem[] | null
  readonly failure: unknown
  readonly mayOpen: boolean
  /** There are older ones. */
  readonly more: boolean
  readonly busy: boolean
  readonly older: () => void
  /** Asks at once. */
  readonly again: () => void
}

/** The comments about a record: the last ones kept current while the page is seen, older ones on demand. */
export function useComments(record: JsonObject): Comments {
  const provider = useProvider()
  const queries = useQueryClient()
  const { calls, id } = usePeopleCalls(record)
  const live = useLive<Page>(['comments', calls.comments.path, id], async (signal, known) => {
    const page = await provider.call(
      calls.comments,
      { id, ...(known && { since: known.since }) },
      { signal, quiet: known !== null },
    )
    return page.items === null && known ? known : page
  })
  const [before, setBefore] = useState<{ readonly items: readonly CommentItem[]; readonly more: boolean } | null>(null)
  const [busy, setBusy] = useState(false)
  const page = live.answer
  // What has moved out of the last page stays, while it is being read.
  useEffect(() => {
    const [first] = page?.items ?? []
    if (!page || !first) return undefined
    return () =>
      setBefore((now) => {
        const known = now ?? { items: [], more: page.more }
        return { ...known, items: unique([...known.items, ...(page.items ?? [])]) }
      })
  }, [page])
  const items = useMemo(() => {
    if (!page?.items) return null
    const first = page.items[0]?.id ?? Infinity
    return unique([
      ...(before?.items ?? []).filter((one) => one.id < first && (page.more || before?.more === true)),
      ...page.items,
    ])
  }, [page, before])
  const more =
    before && before.items.some((one) => one.id < (page?.items?.[0]?.id ?? 0)) ? before.more : (page?.more ?? false)
  const older = useCallback(() => {
    const [first] = items ?? []
    if (!first) return
    setBusy(true)
    provider
      .call(calls.comments, { id, before: first.id, limit: 100 })
      .then((answer) =>
        setBefore((now) => ({ items: unique([...(answer.items ?? []), ...(now?.items ?? [])]), more: answer.more })),
      )
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }, [provider, calls, id, items])
  const again = useCallback(() => {
    void queries.invalidateQueries({ queryKey: ['comments', calls.comments.path, id] })
    void queries.invalidateQueries({ queryKey: liveKey(calls.people) })
  }, [queries, calls, id])
  return { items, failure: live.failure, mayOpen: page?.may_open ?? false, more, busy, older, again }
}

const unique = (items: readonly CommentItem[]): readonly CommentItem[] =>
  [...new Map(items.map((one) => [one.id, one])).values()].sort((one, other) => one.id - other.id)
