import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Resource } from '../../../model/resource'
import type { TagChoice } from '../../../ui/lookup'
import { useProvider } from '../../console/provider'

const FRESH_MS = 30_000

/** The key under which a catalogue's tags are remembered. */
export const tagPoolKey = (endpoint: string): readonly string[] => ['tags', endpoint]

/** A function that gives the tags of a catalogue; absent where it has none. */
export function useTagPool({
  endpoint,
  tags,
}: Pick<Resource, 'endpoint' | 'tags'>): (() => Promise<readonly TagChoice[]>) | undefined {
  const queries = useQueryClient()
  const provider = useProvider()
  const has = tags !== undefined
  const load = useCallback(
    () =>
      queries.fetchQuery({
        queryKey: tagPoolKey(endpoint),
        // The contracts are loaded when they are needed first.
        queryFn: async () =>
          (
            await provider.call(
              (await import('../../../model/people-calls')).peopleCalls(endpoint).tags,
              {},
              { quiet: true },
            )
          ).items,
        staleTime: FRESH_MS,
      }),
    [queries, provider, endpoint],
  )
  return has ? load : undefined
}
