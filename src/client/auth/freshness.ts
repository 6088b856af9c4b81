// Rights, menu and settings seldom change under an open console: looked at again when the window comes back.
const STALE_MS = 60_000

/** When `verify` is asked again. In development a window that comes back always asks. */
export const FRESHNESS = {
  staleTime: import.meta.env.DEV ? 0 : STALE_MS,
  refetchOnWindowFocus: import.meta.env.DEV ? 'always' : true,
} as const
