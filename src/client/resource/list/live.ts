import { useConsole } from '../../app/console'
import { useScope } from '../scope'

// A floor: a setting of nought must not turn every console into a flood.
const LEAST_S = 2

// The list tells its failures where its rows would be.
const QUIET = { onError: () => undefined }

/** How the rows of a list are asked for: a live one again and again, every `interval` seconds (a setting), while the page is seen. */
export function useListQuery() {
  const { config } = useConsole()
  const { resource } = useScope()
  if (!resource.list.live) return QUIET
  const seconds = Math.max(LEAST_S, Number(config['interval']) || 0)
  // The query waits by itself while the page is hidden, and asks at once when it is seen again.
  return { ...QUIET, refetchInterval: seconds * 1000, refetchOnWindowFocus: 'always' as const }
}
