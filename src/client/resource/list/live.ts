import { useInterval_ms } from '../../app/use-live'
import { useScope } from '../scope'

// The list shows its failures instead of its rows.
const QUIET = { onError: () => undefined }

/** How often the rows of a list are read: a live list every `interval` seconds (a setting), while the page is visible. */
export function useListQuery() {
  const interval_ms = useInterval_ms()
  const { resource } = useScope()
  if (!resource.list.live) return QUIET
  // The query waits by itself while the page is hidden, and asks at once when it is visible again.
  return { ...QUIET, refetchInterval: interval_ms, refetchOnWindowFocus: 'always' as const }
}
