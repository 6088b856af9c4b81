import { skipToken, useQuery } from '@tanstack/react-query'
import type { Static, TSchema } from 'typebox'
import { useCallback, useId } from 'react'
import type { CallContract } from '../../model/call'
import { type CallOptions, useProvider } from './provider'

export interface Called<Answer> {
  /** The answer to this request; null until it arrives. */
  readonly answer: Answer | null
  /** Why it failed; null: it did not. */
  readonly failure: unknown
  readonly busy: boolean
  readonly retry: () => void
}

/**
 * The answer to a request, asked once; a new request aborts the earlier one. For a request that is typed or dragged:
 * `useAsked`.
 * @param request null: no request is made
 */
export function useCall<Req extends TSchema, Res extends TSchema>(
  contract: CallContract<Req, Res>,
  request: Static<Req> | null,
  { quiet }: Pick<CallOptions, 'quiet'> = {},
): Called<Static<Res>> {
  const provider = useProvider()
  const id = useId()
  const { data, error, isFetching, refetch } = useQuery({
    // The answer belongs to this component: mounted anew, it asks again.
    queryKey: ['call', contract.path, request, id],
    queryFn: request === null ? skipToken : ({ signal }) => provider.call(contract, request, { signal, quiet }),
    // What the user works with must not change meanwhile.
    staleTime: 'static',
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return {
    answer: data ?? null,
    failure: data === undefined ? error : null,
    busy: isFetching,
    retry: useCallback(() => void refetch(), [refetch]),
  }
}
