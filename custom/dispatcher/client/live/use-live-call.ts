import { useCallback, useState } from 'react'
import type { Static, TSchema } from 'typebox'
import type { CallContract } from '#engine/model'
import { sentenceOf, useProvider } from '#engine/client'
import { useInterval_ms } from './interval'
import { usePolling } from './use-polling'

export interface LiveAnswer<T> {
  /** The last answer to this very question; it stays while the next is awaited or has failed. */
  readonly answer: T | null
  /** Why the last call failed, in the server's words where it has any; null: it went well. */
  readonly failure: string | null
  readonly again: () => void
  /** Puts what another call has answered in the place of the last answer. */
  readonly put: (answer: T) => void
}

interface Known<T> { readonly about: unknown; readonly answer: T }

/**
 * A call that is asked again at the setting's interval, while the page is seen.
 * @param request keep it the same between renders (`useMemo`): another one is another question
 */
export function useLiveCall<Req extends TSchema, Res extends TSchema>(
  contract: CallContract<Req, Res>, request: Static<Req>,
): LiveAnswer<Static<Res>> {
  const provider = useProvider()
  const [known, setKnown] = useState<Known<Static<Res>> | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const put = useCallback((answer: Static<Res>) => setKnown({ about: request, answer }), [request])
  const ask = useCallback(async (signal: AbortSignal, first: boolean) => {
    try {
      put(await provider.call(contract, request, { signal, quiet: !first }))
      setFailure(null)
    } catch (cause) {
      if (signal.aborted) return
      setFailure(sentenceOf(cause) ?? '')
      throw cause
    }
  }, [provider, contract, request, put])
  const again = usePolling(ask, useInterval_ms())
  return { answer: known && known.about === request ? known.answer : null, failure, again, put }
}
