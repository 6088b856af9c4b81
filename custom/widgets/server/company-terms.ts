import { type CallResponse, moneyText, scopeId } from '#engine/model'
import type { CallContext } from '#engine/server'
import { moneyStyle } from '../../fares/server'
import { assertCompanyRules, atInput, companyRules, limitsOfClient } from '../../services/server'
import type { clientFareCall } from '../model/booking-calls'
import type { TripAsked } from './trip'

type Terms = Pick<CallResponse<typeof clientFareCall>, 'trip_reason' | 'limit_text'>

/** Fields of a service, and the page's boxes for them. */
const FIELDS = {
  scheduled: 'date_start',
  'scheduled_dates.0': 'date_start',
  'scheduled_dates.1': 'date_return',
  'stops.0.address': 'org',
  'stops.1.address': 'dst',
}

/**
 * What the client's company says of a trip before it is booked: whether it may be ridden, whether a reason is asked,
 * and what is left.
 * @throws {AppError} VALIDATION at `org`, `dst`, `date_start` or `date_return`
 */
export async function companyTerms(context: CallContext, trip: TripAsked): Promise<Terms> {
  const { org, dst, date_start = null, date_return = null, type_request } = trip
  const id_company = scopeId(context.actor, 'company')
  const rules = await companyRules(context.db, id_company)
  const dates = type_request === 'with_return' ? [date_start, date_return] : [date_start]
  await atInput(FIELDS, async () => assertCompanyRules(context, rules, { dates, stops: [org, dst] }))
  const limits = id_company === null ? [] : await limitsOfClient(context, context.actor.id)
  const left = limits.flatMap((one) => one.left ?? [])
  const money = (amount: number): string => moneyText(amount, moneyStyle(context.settings))
  const limit_text = left.length === 0 ? null : context.say('widgets.limit_left', { amount: money(Math.min(...left)) })
  return { trip_reason: rules.trip_reason, limit_text }
}
