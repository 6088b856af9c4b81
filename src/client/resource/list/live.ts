import { useListContext } from 'react-admin'
import { useEffect, useMemo, useState } from 'react'
import { useConsole } from '../../console/console'
import { useInterval_ms } from '../../console/use-live'
import { useScope } from '../scope'
import { endAhead, freshMs } from './asked-ahead'
import { useLooks } from './list-look'
import { rowsMeta } from '../../../model/row-keys'

// The list shows its failures instead of its rows.
const QUIET = { onError: () => undefined, staleTime: freshMs }

// Not that a poll begins or ends: one that brings the same rows draws nothing.
const SHOWN = ['data', 'error', 'isPending', 'isPlaceholderData'] as const

/**
 * How often the rows of a list are read: a live list every `interval` seconds (a setting), while the page is visible.
 * @param elsewhere a layout reads rows of its own, and no page is needed
 */
export function useListQuery(elsewhere: boolean) {
  const interval_ms = useInterval_ms()
  const { model, actor } = useConsole()
  const { resource } = useScope()
  const { look } = useLooks()
  useEffect(() => endAhead, [])
  const meta = useMemo(() => rowsMeta(model, actor, resource, look), [model, actor, resource, look])
  if (elsewhere) return { ...QUIET, enabled: false }
  if (!resource.list.live) return meta ? { ...QUIET, meta } : QUIET
  // The query waits by itself while the page is hidden, and asks at once when it is visible again.
  return {
    ...QUIET,
    ...(meta && { meta }),
    refetchInterval: interval_ms,
    refetchOnWindowFocus: 'always' as const,
    notifyOnChangeProps: [...SHOWN],
  }
}

/** Reads the list again for the user who asked for it; busy until it is there, which polls never are. */
export function useReread(): { readonly busy: boolean; readonly reread: () => void } {
  const { refetch } = useListContext()
  const [busy, setBusy] = useState(false)
  const reread = (): void => {
    setBusy(true)
    void Promise.resolve(refetch()).finally(() => setBusy(false))
  }
  return { busy, reread }
}
