import type { ServerCall } from '../../../../src/server/feature'
import { priceMatrix } from './read-matrix'
import { savePrices } from './save-prices'

/** The calls of the prices between zones. */
export const priceCalls: readonly ServerCall[] = [priceMatrix, savePrices]
