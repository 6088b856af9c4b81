import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Engine } from '../console/engine'
import type { SessionStanding } from '../console/auth-provider'

// Rights, menu and settings seldom change under an open console: checked again when the window regains the focus.
const STALE_MS = 60_000

/** When `verify` is asked again. In development a window that regains the focus always asks. */
const FRESHNESS = {
  staleTime: import.meta.env.DEV ? 0 : STALE_MS,
  refetchOnWindowFocus: import.meta.env.DEV ? 'always' : true,
} as const

type Caller = Pick<Engine, 'calls'>

/** Who the user of a session is and what they may do. */
export const sessionQuery = ({ calls }: Caller, token: string) =>
  queryOptions({
    queryKey: sessionKey(token),
    queryFn: ({ signal }) => calls.verify(signal),
    ...FRESHNESS,
  })

export const sessionKey = (token: string) => ['session', token] as const

/** The Model as that user may see it. */
export const modelQuery = ({ calls }: Caller, token: string, hash: string | undefined) =>
  queryOptions({
    queryKey: ['model', token, hash],
    queryFn: ({ signal }) => calls.model(hash ?? '', signal),
    staleTime: Infinity,
  })

/**
 * Asks for the session and its Model before anything is drawn, next to the words; a failure is met by who draws, and
 * asked again.
 */
export async function askSession(
  engine: Caller & { readonly queries: QueryClient },
  token: string | null,
): Promise<SessionStanding> {
  if (token === null) return { verified: null, model: null }
  const verified = await engine.queries.fetchQuery(sessionQuery(engine, token)).catch(() => null)
  const model =
    verified && (await engine.queries.fetchQuery(modelQuery(engine, token, verified.model)).catch(() => null))
  return { verified, model }
}
