import { type Asked, useAsked } from '#engine/client'
import { quoteCall, type QuoteAnswer, type QuoteRequest } from '../../model/quote-call'

const PAUSE_MS = 350

/** The last price, and what it was the answer to. */
export type Quoted = Asked<QuoteRequest, QuoteAnswer>

/** The price of a request, asked again whenever it changes; null: nothing is asked and nothing shown. */
export const useQuote = (request: QuoteRequest | null): Quoted => useAsked(quoteCall, request, PAUSE_MS)
