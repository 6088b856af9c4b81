import { todayIn } from '#engine/model'
import { dateMs } from './dates'
import type { ServiceDraft } from './draft'
import type { ClientData } from './use-client-data'
import type { Priced } from './use-priced'

/** A limit of the client's, their area's or their company's that a ride goes beyond. */
interface OverLimit {
  readonly what: 'ride_client' | 'ride_area' | 'client' | 'area' | 'company'
  readonly amount: number
}

interface Cost {
  /** Of the dearest of the rides. */
  readonly ride: number
  /** Of all that take place in this month, which `left` is of. */
  readonly month: number
}

const isOver = (cost: number, limit: number): boolean => cost > limit + 1e-9

/** The first limit for which the server would refuse it; null: none that is known here. */
export function overLimit(
  { company_left, own_limits, ride_limits }: Pick<ClientData, 'company_left' | 'own_limits' | 'ride_limits'>,
  { ride, month }: Cost,
): OverLimit | null {
  for (const of of ['client', 'area'] as const) {
    const most = ride_limits.find((one) => one.of === of)
    if (most && isOver(ride, most.limit)) return { what: `ride_${of}`, amount: most.limit }
    const held = own_limits.find((one) => one.of === of)
    // Where what is left is hidden, that nothing is left is not.
    const left = held?.reached === 1 ? 0 : (held?.left ?? null)
    if (left !== null && isOver(month, left)) return { what: of, amount: left }
  }
  return company_left !== null && isOver(month, company_left)
    ? { what: 'company', amount: Math.max(0, company_left) }
    : null
}

/** What a draft costs of which limit; null: not known. */
export function costOf(
  { when, dates, group }: ServiceDraft,
  { price, toll, dated }: Priced,
  zone: string | undefined,
  now_ms: number = Date.now(),
): Cost | null {
  if (price === null) return null
  const monthOf = (at_ms: number): string => todayIn(zone || 'UTC', new Date(at_ms)).slice(0, 7)
  const rides = dated?.answer?.items.flatMap(({ date, price: cost }) =>
    cost === null ? [] : [{ at_ms: Date.parse(date), cost }],
  ) ?? [{ at_ms: (when === 'now' ? null : dateMs(dates[0] ?? null)) ?? now_ms, cost: price + (toll ?? 0) }]
  const people = 1 + (group?.length ?? 0)
  return {
    ride: Math.max(0, ...rides.map(({ cost }) => cost)),
    month: rides.reduce((sum, { at_ms, cost }) => (monthOf(at_ms) === monthOf(now_ms) ? sum + cost * people : sum), 0),
  }
}
