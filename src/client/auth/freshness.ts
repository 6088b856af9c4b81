// Rights, menu and settings seldom change under an open console: looked at again when the window comes back.
const STALE_MS = 60_000
// In development a saved schema is to be seen within two seconds.
const DEVELOPMENT_MS = 1_000

/** How often `verify` is asked again. */
export const FRESHNESS = import.meta.env.DEV
  ? ({ staleTime: 0, refetchInterval: DEVELOPMENT_MS, refetchOnWindowFocus: 'always' } as const)
  : ({ staleTime: STALE_MS, refetchOnWindowFocus: true } as const)
