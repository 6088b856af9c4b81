import type { ServerCall } from '#engine/server'
import { priceMatrix } from './read-matrix'
import { savePrices } from './save-prices'

/** The calls of the prices between zones. */
export const priceCalls: readonly ServerCall[] = [priceMatrix, savePrices]
