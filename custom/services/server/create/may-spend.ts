import { isStaff } from '#app/asker'
import type { CallContext, Tx } from '#engine/server'
import { assertWithinOwnLimits } from './own-limits'
import { assertWithinLimit } from './spending-limit'

interface Ordered {
  readonly client: {
    readonly id: number
    readonly id_company: number | null
    readonly id_company_area: number | null
  }
  /** When the ride takes place; null: now. */
  readonly date: string | null
  /** In currency units. */
  readonly price_total: number
  /** The service being changed, whose old price does not count. */
  readonly except?: number
}

/**
 * Checks a ride of a company's person against what the company lets them and their area spend, and then against what
 * the house lets the company spend.
 * @throws {AppError} VALIDATION at `id_client`
 */
export async function assertMaySpend(
  { actor, settings, now }: CallContext,
  tx: Tx,
  { client, date, price_total, except }: Ordered,
): Promise<void> {
  const { id: id_client, id_company, id_company_area } = client
  if (id_company === null) return
  const at = date === null ? now() : new Date(date)
  const ride = { id_company, at, now: now(), price_total, staff: isStaff(actor), except }
  await assertWithinOwnLimits(tx, settings, { ...ride, id_client, id_company_area })
  await assertWithinLimit(tx, settings, ride)
}
