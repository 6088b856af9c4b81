import type { readFare } from '../../../fares/server'
import { type Fare, sumOf } from '../../../fares/model'
import type { DispatcherService } from '../../model/dispatcher-service'

type Kept = Pick<NonNullable<Awaited<ReturnType<typeof readFare>>>, 'again' | 'lines' | 'total'>
type Told = Pick<Fare, 'currency' | 'exponent' | 'total' | 'lines'>

/**
 * The kept fare of a service line by line, amounts in minor units. The lines of a finished one come to what it cost, as
 * on its receipt: a difference to what was kept is a line of its own.
 */
export function toldFare(
  service: { readonly state: string | null } & Pick<DispatcherService, 'price_total'>,
  fare: Kept,
): Told {
  const {
    again: { currency, exponent },
    lines,
  } = fare
  const isCost = service.state === 'finalized' && service.price_total !== null
  const total = Math.round((isCost ? (service.price_total ?? 0) : fare.total) * 10 ** exponent)
  const amount = total - sumOf(lines)
  return {
    currency,
    exponent,
    total,
    lines: amount === 0 ? lines : [...lines, { kind: 'other', amount, rule: 'other', inputs: {}, source: null }],
  }
}
