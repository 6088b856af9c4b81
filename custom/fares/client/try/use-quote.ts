import { type Asked, useAsked } from '#engine/client'
import { quoteCall, type QuoteAnswer, type QuoteRequest } from '../../model/quote-call'

const PAUSE_MS = 350

/** The last price, and the request it answers. */
export type Quoted = Asked<QuoteRequest, QuoteAnswer>

/** The price of a request, asked again whenever it changes; null: nothing is asked or shown. */
export const useQuote = (request: QuoteRequest | null): Quoted => useAsked(quoteCall, request, PAUSE_MS)
