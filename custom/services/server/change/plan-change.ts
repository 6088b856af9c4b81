import { isStaff } from '#app/asker'
import { tables } from '#app/tables'
import { wrong } from '#engine/model'
import type { CallContext, Tx } from '#engine/server'
import {
  openQuote,
  priceToKeep,
  readAgreed,
  redeemQuote,
  type AgreedFare,
  type PriceBasis,
  type Redeemed,
} from '../../../fares/server'
import type { DispatcherService } from '../../model/dispatcher-service'
import type { ServiceInput } from '../../model/service-input'
import { differsAt } from '../create/agree'
import { atInput } from '../create/at-input'
import { assertCompanyRules } from '../create/company-rules'
import {
  assertForNow,
  assertOwnBranch,
  assertSame,
  checkRest,
  clientOf,
  FIELDS,
  basisFor,
  type PlanClient,
} from '../create/plan-services'
import { productRules, type ProductRules } from '../create/product-rules'
import { tripAsked } from '../create/trip-asked'
import { bookedDates, withMostDays } from '../create/when'
import { isAnotherTime } from './may-change'

export interface PlannedChange {
  readonly basis: PriceBasis
  readonly rules: ProductRules
  readonly client: PlanClient
  /** ISO 8601 UTC; null: for now. */
  readonly date: string | null
  /** Keeps the new price; null: nothing that is priced has changed. */
  readonly keep: ((tx: Tx) => Promise<Redeemed>) | null
}

/**
 * Checks a change and prices it again where needed, before anything is written.
 * @throws {AppError} VALIDATION at the field that is wrong
 */
export async function planChange(
  context: CallContext,
  before: DispatcherService,
  said: ServiceInput,
): Promise<PlannedChange> {
  const { db, now, settings } = context
  const isBlind = before.pr_hide_price === 1 && !isStaff(context.actor)
  // An asker who may not see a price cannot send it.
  const input = isBlind ? { ...said, is_price_edited: 0, price_base: null } : said
  const rules = await productRules(db, input.id_product)
  if (!rules) throw wrong('id_product', 'ref')
  const isNewTime = isAnotherTime(before, input) || input.id_product !== before.id_product
  const [date = null] = isNewTime
    ? bookedDates(input, withMostDays(rules, settings), now(), before.date_scheduled)
    : [before.date_scheduled]
  const agreed = await agreedOf(context, before.id_fare)
  const at = date ?? agreed?.deal.trip.date ?? now().toISOString()
  const basis = await basisFor(
    context,
    { ...input, id_client: input.id_client ?? before.id_client },
    at,
    before.id_fare,
  )
  const client = await clientOf(context, basis)
  await checkRest(context, input, { basis, client, rules })
  const same =
    agreed !== null &&
    date === before.date_scheduled &&
    agreed.deal.id_client === client.id &&
    differsAt(agreed.deal, isBlind ? { ...input, ...editedIn(agreed) } : input) === null
  const plan = { basis, rules, client, date }
  if (same) return { ...plan, keep: null }
  assertOwnBranch(context, basis)
  assertCompanyRules(context, client.rules, { dates: [date], stops: input.stops })
  return { ...plan, keep: releasing(before.id, await priced(context, { input, agreed, plan, at }), now()) }
}

/** The price that staff edited, as a request would send it; it stands while the trip does. */
const editedIn = ({ deal: { trip } }: AgreedFare): Pick<ServiceInput, 'is_price_edited' | 'price_base'> => ({
  is_price_edited: Number(trip.price_edited !== null),
  price_base: trip.price_edited,
})

type Agreed = AgreedFare & { readonly id_fare: number }

async function agreedOf({ db }: CallContext, id_fare: number | null): Promise<Agreed | null> {
  const agreed = id_fare === null ? null : await readAgreed(db, id_fare)
  return agreed && id_fare !== null ? { ...agreed, id_fare } : null
}

interface ToPrice {
  readonly input: ServiceInput
  readonly agreed: Agreed | null
  readonly plan: Omit<PlannedChange, 'keep'>
  readonly at: string
}

async function priced(
  context: CallContext,
  { input, agreed, plan, at }: ToPrice,
): Promise<(tx: Tx) => Promise<Redeemed>> {
  const { client, date, basis } = plan
  // A quote that names no promotion does not end one that was granted: it stays until somebody removes it.
  const isKept = input.promotion === undefined && agreed?.deal.promotion !== undefined && agreed.deal.promotion !== null
  if (input.quote && !isKept) {
    const deal = await openQuote(context, input.quote)
    assertSame(context, deal, input, client, agreed?.id_fare)
    if (date === null) assertForNow(context, deal)
    else if (deal.trip.date !== date) throw wrong('scheduled_dates.0', 'services.quote_differs')
    const { quote } = input
    return (tx) => redeemQuote(context, tx, quote)
  }
  // What was granted stays granted: its limit must not count this very ride.
  const code = input.promotion === undefined ? agreed?.deal.promotion?.code : input.promotion?.trim()
  const asked = {
    ...tripAsked(input, at),
    promotion: code ?? null,
    id_client: client.id,
    id_fare: agreed?.id_fare ?? null,
  }
  const fields = { ...FIELDS, date_scheduled: 'scheduled_dates.0' }
  const { keep } = await atInput(fields, () => priceToKeep(context, { ...basis, date: at }, asked))
  return (tx) => atInput(fields, () => keep(tx))
}

/** The replaced price no longer counts, nor does the use of its promotion. */
const releasing =
  (id: number, keep: (tx: Tx) => Promise<Redeemed>, now: Date) =>
  async (tx: Tx): Promise<Redeemed> => {
    const replaced = tables(tx).selectFrom('services').where('id', '=', id).select('id_fare')
    await tables(tx)
      .updateTable('promotion_uses')
      .set({ date_deleted: now })
      .where('id_fare', '=', replaced.forUpdate())
      .where('date_deleted', 'is', null)
      .execute()
    await tables(tx)
      .updateTable('fares')
      .set({ date_deleted: now })
      .where('id', '=', replaced)
      .where('date_deleted', 'is', null)
      .execute()
    return keep(tx)
  }
