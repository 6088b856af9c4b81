import type { ClientData } from './use-client-data'

/** A limit of the client's, their area's or their company's that a ride goes beyond. */
export interface OverLimit { readonly what: 'ride_client' | 'ride_area' | 'client' | 'area' | 'company'; readonly amount: number }

interface Cost {
  /** Of the dearest of the rides. */
  readonly ride: number
  /** Of all that take place in this month, which `left` is of. */
  readonly month: number
}

const isOver = (cost: number, limit: number): boolean => cost > limit + 1e-9

/** The first limit for which the server would refuse it; null: none that is known here. */
export function overLimit({ company_left, own_limits, ride_limits }: Pick<ClientData, 'company_left' | 'own_limits' | 'ride_limits'>, { ride, month }: Cost): OverLimit | null {
  for (const of of ['client', 'area'] as const) {
    const most = ride_limits.find((one) => one.of === of)
    if (most && isOver(ride, most.limit)) return { what: `ride_${of}`, amount: most.limit }
    const left = own_limits.find((one) => one.of === of)?.left ?? null
    if (left !== null && isOver(month, left)) return { what: of, amount: left }
  }
  return company_left !== null && isOver(month, company_left) ? { what: 'company', amount: Math.max(0, company_left) } : null
}
