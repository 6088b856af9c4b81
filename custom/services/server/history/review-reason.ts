import type { JsonObject } from '#engine/model'
import { type Fare, type LineKind, sumOf } from '../../../fares/model'

/**
 * Default for `review_over_pct`: a ride that in the end costs so many per cent more or less than was agreed is
 * reviewed; 0: none is.
 */
export const REVIEW_OVER_PCT = 20

type ReviewReason = 'tolls' | 'pauses' | 'price'

/** Why an operator looks at a ride again before it counts as settled; null: what was paid is what was agreed. */
export function reviewReason(
  settings: JsonObject,
  { agreed, final }: { readonly agreed: Fare; readonly final: Fare },
): ReviewReason | null {
  const pct = Number(settings['review_over_pct'] ?? REVIEW_OVER_PCT)
  if (!(pct > 0)) return null
  const more = (kind: LineKind): boolean => sumOf(final.lines, [kind]) > sumOf(agreed.lines, [kind])
  if (more('toll')) return 'tolls'
  if (more('pause')) return 'pauses'
  return Math.abs(final.total - agreed.total) * 100 > agreed.total * pct ? 'price' : null
}
