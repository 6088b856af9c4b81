import { KIND, isStaff } from '#app/asker'
import { living, type Row, tables, visible } from '#app/tables'
import { wrong } from '#engine/model'
import type { CallContext, Tx } from '#engine/server'
import {
  priceBasis,
  isInScope,
  openQuote,
  priceToKeep,
  redeemQuote,
  type FareDeal,
  type PriceBasis,
  type Redeemed,
} from '../../../fares/server'
import type { ServiceInput } from '../../model/service-input'
import { readServices } from '../read/read-services'
import { differsAt } from './agree'
import { atInput } from './at-input'
import { assertCompanyRules, companyRules, type CompanyRules } from './company-rules'
import { productRules, type ProductRules } from './product-rules'
import { tripAsked } from './trip-asked'
import { bookedDates, withMostDays } from './when'

/** One service to be made, priced for its own time. */
export interface PlannedService {
  /** ISO 8601 UTC; null: now. */
  readonly date: string | null
  readonly keep: (tx: Tx) => Promise<Redeemed>
}

export interface ServicePlan {
  readonly basis: PriceBasis
  readonly rules: ProductRules
  readonly client: PlanClient
  readonly services: readonly PlannedService[]
}

export type PlanClient = Row<'users', 'id' | 'id_company' | 'id_company_area' | 'id_company_ceco'> & {
  /** Their company answers before a ride that they book for themselves is asked for. */
  readonly requires_validation: boolean
  /** What their company lets them do. */
  readonly rules: CompanyRules
}

/** Maximum age of a quote for now. */
const NOW_MS = 60 * 60_000
/** Clocks of several servers differ a little. */
const CLOCKS_MS = 60_000

/** Checks and prices the request before anything is written. @throws {AppError} VALIDATION at the invalid field */
export async function planServices(context: CallContext, input: ServiceInput): Promise<ServicePlan> {
  const { now, db, settings } = context
  await assertClient(context, input)
  await assertCloned(context, input)
  const rules = await productRules(db, input.id_product)
  if (!rules) throw wrong('id_product', 'ref')
  const dates = bookedDates(input, withMostDays(rules, settings), now())
  const basis = await basisFor(context, input, dates[0] ?? null)
  assertOwnBranch(context, basis)
  const client = await clientOf(context, basis)
  assertCompanyRules(context, client.rules, { dates, stops: input.stops })
  await checkRest(context, input, { basis, client, rules })
  const quoted = input.quote ? await quotedDate(context, input, input.quote, { client, dates }) : undefined
  const services = await Promise.all(
    dates.map(async (date, i): Promise<PlannedService> => {
      if (quoted !== undefined && date === quoted.date)
        return { date, keep: (tx) => redeemQuote(context, tx, input.quote ?? '') }
      const fields = { ...FIELDS, date_scheduled: `scheduled_dates.${i}` }
      const at = { ...basis, date: date ?? now().toISOString() }
      const { keep } = await atInput(fields, () => priceToKeep(context, at, tripAsked(input, date)))
      return { date, keep: (tx) => atInput(fields, () => keep(tx)) }
    }),
  )
  return { basis, rules, client, services }
}

/** Staff must name a client who is not blocked. */
async function assertClient(context: CallContext, { id_client }: ServiceInput): Promise<void> {
  if (!isStaff(context.actor)) return
  if (!id_client) throw wrong('id_client', 'required')
  const row = await visible(context.db, context, 'users')
    .where('id', '=', id_client)
    .where('type_user', '=', KIND.client)
    .select(['state', 'reason'])
    .executeTakeFirst()
  if (row?.state === '0')
    throw row.reason
      ? wrong('id_client', 'services.client_blocked_why', { reason: row.reason })
      : wrong('id_client', 'services.client_blocked')
}

/** A service may be cloned only from one that the asker may see. */
async function assertCloned(context: CallContext, { id_service_cloned: id }: ServiceInput): Promise<void> {
  if (id && (await readServices(context, context.db, [id])).length === 0)
    throw wrong('id_service_cloned', 'services.clone_unknown')
}

/** Fields at which pricing reports errors, and the request's fields for them. */
export const FIELDS = { price_edited: 'price_base' }

/**
 * Route, branch and payer of a request.
 * @param id_fare of the service being changed, whose client may stay
 */
export const basisFor = (
  context: CallContext,
  input: ServiceInput,
  date: string | null,
  id_fare: number | null = null,
): Promise<PriceBasis> => {
  input.stops.forEach(({ address }, i) => {
    if (address.trim() === '') throw wrong(`stops.${i}.address`, 'required')
  })
  return atInput({ ...FIELDS, date_scheduled: 'scheduled_dates.0' }, () =>
    priceBasis(context, { ...tripAsked(input, date), id_fare }),
  )
}

export async function clientOf({ db }: CallContext, { payer }: PriceBasis): Promise<PlanClient> {
  if (payer.id === null) throw wrong('id_client', 'required')
  const row = await tables(db)
    .selectFrom('users as u')
    .leftJoin('companies as c', 'c.id', 'u.id_company')
    .where('u.id', '=', payer.id)
    .select(['u.id_company_area', 'u.id_company_ceco', 'u.requires_validation', 'c.use_cecos'])
    .executeTakeFirst()
  return {
    id: payer.id,
    id_company: payer.id_company,
    id_company_area: row?.id_company_area ?? null,
    id_company_ceco: row?.use_cecos === true ? row.id_company_ceco : null,
    requires_validation: payer.id_company !== null && row?.requires_validation === true,
    rules: await companyRules(db, payer.id_company),
  }
}

/** Staff of certain branches may only book trips that begin there. @throws {AppError} VALIDATION at the first stop */
export function assertOwnBranch(context: CallContext, { branch }: PriceBasis): void {
  const isTheirs = !isStaff(context.actor) || isInScope(context, 'services', { id_branch: branch?.id ?? null })
  if (!isTheirs) throw wrong('stops.0.address', 'services.other_branch')
}

/** The fields sent with the trip must agree with what follows from it. */
export async function checkRest(
  { db }: CallContext,
  input: ServiceInput,
  { basis, client, rules }: Pick<ServicePlan, 'basis' | 'client' | 'rules'>,
): Promise<void> {
  if (input.is_price_edited === 1 && (input.price_base ?? null) === null) throw wrong('price_base', 'required')
  if (input.id_company && input.id_company !== client.id_company) throw wrong('id_company', 'services.other_company')
  if (input.id_company_ceco && !(await isCecoOf(db, input.id_company_ceco, client.id_company)))
    throw wrong('id_company_ceco', 'ref')
  if (input.id_branch && basis.branch && input.id_branch !== basis.branch.id)
    throw wrong('id_branch', 'services.other_branch')
  if ((input.capacity_1 ?? 1) > rules.capacity_1) throw wrong('capacity_1', 'max', { max: rules.capacity_1 })
  if (!input.id_payment) return
  const type = basis.book.payments.get(input.id_payment)
  if (type === undefined) throw wrong('id_payment', 'ref')
  if (type === 'credit' && client.id_company === null) throw wrong('id_payment', 'services.credit_company')
  const payment = await living(db, 'payment_methods')
    .where('id', '=', input.id_payment)
    .where('state', '=', '1')
    .select('id')
    .executeTakeFirst()
  if (!payment) throw wrong('id_payment', 'ref')
}

/** Whether a cost centre is one of this company, and the company uses them. */
const isCecoOf = async (db: CallContext['db'], id: number, id_company: number | null): Promise<boolean> =>
  (await living(db, 'company_cecos as e')
    .innerJoin('companies as c', 'c.id', 'e.id_company')
    .where('e.id', '=', id)
    .where('e.id_company', '=', id_company ?? 0)
    .where('c.use_cecos', '=', true)
    .select('e.id')
    .executeTakeFirst()) !== undefined

/**
 * Which of the dates a quote is for.
 * @throws {AppError} VALIDATION at the field in which the request differs from it
 */
async function quotedDate(
  context: CallContext,
  input: ServiceInput,
  token: string,
  { client, dates }: Pick<ServicePlan, 'client'> & { readonly dates: readonly (string | null)[] },
): Promise<{ readonly date: string | null }> {
  const deal = await openQuote(context, token)
  assertSame(context, deal, input, client)
  const [first = null] = dates
  if (first === null) {
    assertForNow(context, deal)
    return { date: null }
  }
  const date = dates.find((one) => one === deal.trip.date)
  if (date === undefined) throw wrong('scheduled_dates.0', 'services.quote_differs')
  return { date }
}

/**
 * The quote must be for now: a later hour may be cheaper or have its own promotions.
 * @throws {AppError} VALIDATION at `scheduled`
 */
export function assertForNow({ now }: CallContext, { trip }: FareDeal): void {
  const ahead_ms = Date.parse(trip.date) - now().getTime()
  if (ahead_ms > CLOCKS_MS || ahead_ms < -NOW_MS) throw wrong('scheduled', 'services.quote_differs')
}

/**
 * @param id_fare of the service being changed: a promotion granted to it counts for it alone
 * @throws {AppError} VALIDATION at the field in which the request differs from its quote
 */
export function assertSame(
  { actor }: CallContext,
  deal: FareDeal,
  input: ServiceInput,
  client: PlanClient,
  id_fare?: number,
): void {
  if (deal.id_client !== client.id) throw wrong('id_client', 'services.quote_differs')
  // Only staff may book at a price that staff edited, whoever holds its quote.
  if (!isStaff(actor) && deal.trip.price_edited !== null) throw wrong('price_base', 'fares.price_fixed')
  if (deal.replaces !== undefined && deal.replaces !== id_fare) throw wrong('promotion', 'services.quote_differs')
  const field = differsAt(deal, input)
  if (field !== null) throw wrong(field, 'services.quote_differs')
}
