import { useMemo } from 'react'
import type { JsonObject } from '../../../model/json'
import { peopleCalls, type PeopleCalls } from '../../../model/people-calls'
import { useLiveCall, type Live } from '../../console/use-live'
import { useScope } from '../scope'

/** The calls of the catalogue on the page, and the record's id as they take it. */
export function usePeopleCalls(record: JsonObject): { readonly calls: PeopleCalls; readonly id: number | string } {
  const {
    resource: { endpoint },
  } = useScope()
  const calls = useMemo(() => peopleCalls(endpoint), [endpoint])
  return { calls, id: record['id'] as number | string }
}

/** How many comments and followers a record has, kept current while it is seen. */
export function useTaking(
  record: JsonObject,
): Live<{ readonly comments: number | null; readonly followers: number | null; readonly follows: boolean }> {
  const { resource } = useScope()
  const { calls, id } = usePeopleCalls(record)
  return useLiveCall(
    calls.people,
    { id },
    { enabled: resource.comments !== undefined || resource.follow !== undefined },
  )
}
