import { queryOptions, replaceEqualDeep, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import type { Static, TSchema } from 'typebox'
import { useCallback } from 'react'
import type { CallContract } from '../../model/call'
import { useConsole } from './console'
import { useProvider } from './provider'

// The engine's own default, and a minimum: a setting of 0 must not make every console flood the server.
const DEFAULT_S = 10
const MIN_S = 2

/** Milliseconds between two polls: the setting `interval`, in seconds. */
export function useInterval_ms(): number {
  const seconds = Number(useConsole().config['interval'])
  return Math.max(MIN_S, Number.isFinite(seconds) && seconds > 0 ? seconds : DEFAULT_S) * 1000
}

interface Heard<Answer> {
  /** The last answer; it stays while the next is awaited and when that fails. Null until the first. */
  readonly answer: Answer | null
  /** When it first arrived; once a call has failed, when it was last confirmed. */
  readonly heard_ms: number
  /** Why the last call failed; null: it went well. */
  readonly failure: unknown
}

export interface Live<Answer> extends Heard<Answer> {
  /** Asks at once, unless a call is already in progress. */
  readonly again: () => void
  /** Replaces the last answer with that of another call. */
  readonly put: (answer: Answer) => void
}

/**
 * Asks once.
 * @param known the last answer, null until one call has succeeded; given back itself, nothing is drawn anew
 * @throws what it fails with
 */
export type AskLive<Answer> = (signal: AbortSignal, known: Answer | null) => Promise<Answer>

type Every<Answer> = number | ((answer: Answer | null) => number)

/** Asks now and again some time after each answer, only while the page is visible; at once when it becomes visible. */
export const liveQuery = <Answer>(key: QueryKey, ask: AskLive<Answer>, every_ms: Every<Answer>) =>
  queryOptions<Heard<Answer>>({
    queryKey: key,
    async queryFn({ signal, client }) {
      const known = (): Heard<Answer> => client.getQueryData<Heard<Answer>>(key) ?? UNHEARD
      try {
        const answer = await ask(signal, known().answer)
        const last = known()
        // The same object draws nothing anew.
        return answer === last.answer && last.failure === null ? last : { answer, heard_ms: Date.now(), failure: null }
      } catch (failure) {
        if (signal.aborted) throw failure
        const last = known()
        // The query knows when the same answer was last heard.
        const heard_ms = last.failure === null ? (client.getQueryState(key)?.dataUpdatedAt ?? 0) : last.heard_ms
        return { ...last, heard_ms, failure }
      }
    },
    refetchInterval: typeof every_ms === 'number' ? every_ms : ({ state }) => every_ms(state.data?.answer ?? null),
    refetchOnWindowFocus: 'always',
    retry: false,
    // Mounted anew, it starts without an answer: an old one must not be shown as current.
    gcTime: 0,
    // Comparing a large answer with the one before is expensive: `ask` does it where it pays.
    structuralSharing: false,
  })

const UNHEARD = { answer: null, heard_ms: 0, failure: null }

interface LiveOptions<Answer> {
  /** Instead of the setting's interval. */
  readonly every_ms?: Every<Answer>
  /** False: no calls. */
  readonly enabled?: boolean
}

/**
 * Data kept current while it is shown and the page is visible.
 * @param key the same question has the same key everywhere
 */
export function useLive<Answer>(
  key: QueryKey,
  ask: AskLive<Answer>,
  { every_ms, enabled }: LiveOptions<Answer> = {},
): Live<Answer> {
  const queries = useQueryClient()
  const interval_ms = useInterval_ms()
  const { data = UNHEARD, refetch } = useQuery({ ...liveQuery(key, ask, every_ms ?? interval_ms), enabled })
  const text = JSON.stringify(key)
  return {
    ...data,
    again: useCallback(() => void refetch({ cancelRefetch: false }), [refetch]),
    put: useCallback(
      (answer: Answer) => {
        queries.setQueryData<Heard<Answer>>(JSON.parse(text) as QueryKey, {
          answer,
          heard_ms: Date.now(),
          failure: null,
        })
      },
      [queries, text],
    ),
  }
}

/** The key of a live call, for asking again after a change; without a request, of all its requests. */
export const liveKey = <Req extends TSchema, Res extends TSchema>(
  { path }: CallContract<Req, Res>,
  request?: Static<Req>,
): QueryKey => (request === undefined ? ['live', path] : ['live', path, request])

/**
 * A call repeated at the setting's interval, while the page is visible; an answer equal to the last is the same object.
 */
export function useLiveCall<Req extends TSchema, Res extends TSchema>(
  contract: CallContract<Req, Res>,
  request: Static<Req>,
  options?: LiveOptions<Static<Res>>,
): Live<Static<Res>> {
  const provider = useProvider()
  return useLive<Static<Res>>(
    liveKey(contract, request),
    async (signal, known) =>
      replaceEqualDeep(known, await provider.call(contract, request, { signal, quiet: known !== null })),
    options,
  )
}
