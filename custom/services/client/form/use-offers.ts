import { useEffect } from 'react'
import type { CallResponse } from '#engine/model'
import { type Asked, useAsked } from '#engine/client'
import { dispatcherProductsCall } from '../../../fares/model'
import type { ProductsRequest } from './service-request'

const PAUSE_MS = 250
// A price is asked again this long before its proof ends.
const AHEAD_MS = 30_000
const SOONEST_MS = 10_000

export type Offers = CallResponse<typeof dispatcherProductsCall>

/**
 * What may be ordered for a trip and what it costs, asked again whenever the trip changes, and before the prices end;
 * null: nothing is asked.
 */
export function useOffers(request: ProductsRequest | null): Asked<ProductsRequest, Offers> {
  const offered = useAsked(dispatcherProductsCall, request, PAUSE_MS)
  const { answer, busy, retry } = offered
  const ends = busy ? null : firstEnd(answer)
  useEffect(() => {
    if (ends === null) return undefined
    const timer = setTimeout(retry, Math.max(SOONEST_MS, ends - Date.now() - AHEAD_MS))
    return () => clearTimeout(timer)
  }, [ends, retry])
  return offered
}

/** When the first of the proofs ends. */
function firstEnd(offers: Offers | null): number | null {
  const ends = offers?.products.flatMap(({ fare }) => (fare.expires ? [Date.parse(fare.expires)] : [])) ?? []
  return ends.length > 0 ? Math.min(...ends) : null
}
