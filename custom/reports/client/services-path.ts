import type { JsonObject } from '#engine/model'
import type { SummaryPeriod } from '../model/summary-call'

/** The list of exactly the services that a number counts. */
export function servicesPath(
  filters: JsonObject,
  { date_from, date_to }: Pick<SummaryPeriod, 'date_from' | 'date_to'>,
): string {
  const days = { ...(date_from !== null && { date_from }), ...(date_to !== null && { date_to }) }
  return `/services?${new URLSearchParams({ filters: JSON.stringify({ ...filters, ...days }) })}`
}
