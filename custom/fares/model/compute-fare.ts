import type { ComputeFare } from './fare'
import { assemble, type FarePart, sumOf } from './fare-part'
import { ridePart } from './ride'
import { courierPart, parkingPart, pausePart, tollPart, waitPart } from './extras'
import { highDemandPart } from './high-demand'
import { promotionPart } from './promotion'
import { serviceFeePart } from './service-fee'
import { shareOut } from './share-out'
import { taxPart, taxWithin } from './tax'

/** In this order, since each percentage is taken of lines before it. */
const PARTS: readonly FarePart[] = [
  ridePart,
  waitPart, courierPart, highDemandPart, promotionPart,
  pausePart, parkingPart, tollPart,
  serviceFeePart, taxPart,
]

/**
 * What a trip costs by a tariff, line by line: integer minor units, each line rounded once, the lines add up to the total.
 * All formulas, with a worked example each, are in docs/fares.md.
 */
export const computeFare: ComputeFare = (terms, trip) => {
  const lines = assemble(PARTS, { terms, trip, lines: [] })
  return {
    currency: terms.currency,
    exponent: terms.exponent,
    lines,
    total: sumOf(lines),
    tax: taxWithin(terms, lines),
    ...shareOut(terms, lines),
  }
}
