import { useInterval_ms } from '../../app/use-live'
import { useScope } from '../scope'

// The list tells its failures where its rows would be.
const QUIET = { onError: () => undefined }

/** How the rows of a list are asked for: a live one again and again, every `interval` seconds (a setting), while the page is seen. */
export function useListQuery() {
  const interval_ms = useInterval_ms()
  const { resource } = useScope()
  if (!resource.list.live) return QUIET
  // The query waits by itself while the page is hidden, and asks at once when it is seen again.
  return { ...QUIET, refetchInterval: interval_ms, refetchOnWindowFocus: 'always' as const }
}
