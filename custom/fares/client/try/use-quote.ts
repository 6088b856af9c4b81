import { useEffect, useState } from 'react'
import { useProvider } from '../../../../src/client/app/provider'
import { quoteCall, type QuoteAnswer, type QuoteRequest } from '../../model/quote-call'

// Typing and dragging rest for this long before the price is asked anew.
const PAUSE_MS = 350

export interface Quoted {
  /** The last price; it stays while the next one is asked, and when that one failed. */
  readonly quote: QuoteAnswer | null
  /** What it was the answer to. */
  readonly asked: QuoteRequest | null
  /** Of the request as it is now. */
  readonly failure: unknown
  readonly busy: boolean
  readonly retry: () => void
}

interface Known extends Pick<Quoted, 'quote' | 'asked' | 'failure'> { readonly key: string }

/** The price of a request, asked again whenever it changes; null: nothing is asked and nothing shown. */
export function useQuote(request: QuoteRequest | null): Quoted {
  const provider = useProvider()
  const [known, setKnown] = useState<Known>({ key: '', quote: null, asked: null, failure: null })
  const [turn, setTurn] = useState(0)
  const key = request ? `${turn} ${JSON.stringify(request)}` : ''
  useEffect(() => {
    if (!key) return undefined
    const abort = new AbortController()
    const timer = setTimeout(() => {
      const wanted = JSON.parse(key.slice(key.indexOf(' '))) as QuoteRequest
      provider.call(quoteCall, wanted, { signal: abort.signal }).then(
        (quote) => setKnown({ key, quote, asked: wanted, failure: null }),
        (failure: unknown) => { if (!abort.signal.aborted) setKnown((before) => ({ ...before, key, failure })) },
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [provider, key])
  const isCurrent = known.key === key
  return {
    quote: key ? known.quote : null,
    asked: key ? known.asked : null,
    failure: key && isCurrent ? known.failure : null,
    busy: key !== '' && !isCurrent,
    retry: () => setTurn(turn + 1),
  }
}
