import type { Static, TSchema } from 'typebox'
import { useCallback, useEffect, useState } from 'react'
import type { CallContract } from '../../model/call'
import { useProvider } from './provider'

export interface Asked<Request, Answer> {
  /** The last answer; it stays while the next one is awaited, and when that fails. */
  readonly answer: Answer | null
  /** The request it answers. */
  readonly asked: Request | null
  /** Failure of the current request. */
  readonly failure: unknown
  readonly busy: boolean
  readonly retry: () => void
}

interface Known<Request, Answer> extends Pick<Asked<Request, Answer>, 'answer' | 'asked' | 'failure'> {
  readonly key: string
}

/**
 * The answer to a request, asked again whenever the request changes; the earlier request is aborted.
 * @param request null: no request is made and there is no answer
 * @param pause_ms how long typing and dragging must rest before the next request
 */
export function useAsked<Req extends TSchema, Res extends TSchema>(
  call: CallContract<Req, Res>,
  request: Static<Req> | null,
  pause_ms: number,
): Asked<Static<Req>, Static<Res>> {
  const provider = useProvider()
  const [known, setKnown] = useState<Known<Static<Req>, Static<Res>>>({
    key: '',
    answer: null,
    asked: null,
    failure: null,
  })
  const [turn, setTurn] = useState(0)
  const key = request === null ? '' : `${turn} ${JSON.stringify(request)}`
  useEffect(() => {
    if (!key) return undefined
    const abort = new AbortController()
    const timer = setTimeout(() => {
      const asked = JSON.parse(key.slice(key.indexOf(' '))) as Static<Req>
      provider.call(call, asked, { signal: abort.signal }).then(
        (answer) => setKnown({ key, answer, asked, failure: null }),
        (failure: unknown) => {
          if (!abort.signal.aborted) setKnown((before) => ({ ...before, key, failure }))
        },
      )
    }, pause_ms)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [provider, call, key, pause_ms])
  const isCurrent = known.key === key
  return {
    answer: key ? known.answer : null,
    asked: key ? known.asked : null,
    failure: key && isCurrent ? known.failure : null,
    busy: key !== '' && !isCurrent,
    retry: useCallback(() => setTurn((now) => now + 1), []),
  }
}
