import { useCallback, useMemo, useState } from 'react'
import { useNotify } from 'react-admin'
import { useCall, useProvider } from '#engine/client'
import { useFailure } from '#engine/ui'
import { servicesCall } from '../../model/grouping-calls'
import type { GroupingRoute } from '../../model/grouping-wire'
import { problemOfWire } from '../../model/problem-wire'
import type { Problem } from '../../model/plan/problem'

export interface RouteState {
  readonly route: GroupingRoute | null
  readonly problem: Problem | null
  readonly failure: unknown
  readonly busy: boolean
  readonly reload: () => void
  /** Makes a change and shows what came of it. @returns whether it went well; a failure has been told */
  readonly change: (make: () => Promise<GroupingRoute & { readonly msg?: string }>) => Promise<boolean>
}

/** A grouping's route, and the changes that answer with it anew. */
export function useRoute(id: number): RouteState {
  const { answer, failure, retry } = useCall(servicesCall, { id })
  const notify = useNotify()
  const fail = useFailure()
  const [changed, setChanged] = useState<GroupingRoute | null>(null)
  const [busy, setBusy] = useState(false)
  const route = changed ?? answer
  const problem = useMemo(() => (route?.problem ? problemOfWire(route.problem) : null), [route])
  const change = useCallback<RouteState['change']>(
    async (make) => {
      setBusy(true)
      try {
        const { msg, ...next } = await make()
        setChanged(next)
        if (msg) notify(msg, { type: 'success' })
        return true
      } catch (error) {
        fail(error)
        return false
      } finally {
        setBusy(false)
      }
    },
    [notify, fail],
  )
  const provider = useProvider()
  const reload = useCallback(() => {
    setChanged(null)
    if (failure) retry()
    else provider.call(servicesCall, { id }).then(setChanged, fail)
  }, [retry, failure, provider, id, fail])
  return { route, problem, failure: route ? null : failure, busy, reload, change }
}
