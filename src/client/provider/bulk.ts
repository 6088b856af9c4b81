import type { Entity } from '../../model/entity'
import type { JsonObject } from '../../model/json'
import { splitDays } from '../../model/list-days'
import type { Resource } from '../../model/resource'
import type { BulkOutcome, BulkProvider, FoundByFilter } from '../console/provider'
import type { Http } from './http'

/** Changes all records that a filter finds, and reports the progress. */
export function createBulk(
  http: Http,
  endpointOf: (resource: string) => string,
  resourceOf: (name: string) => Resource | undefined,
  entityOf: (resource: string) => Entity | undefined,
): BulkProvider {
  // Quiet: its own dialog shows the progress, and the overlay would hide it.
  const send = (path: string, body: JsonObject): Promise<BulkOutcome> =>
    http.json({ method: 'POST', path, body, quiet: true })
  return {
    verbOnAll: (resource, verb, found, answers = {}) =>
      send(`${endpointOf(resource)}/${verb}`, { ...answers, ...asked(found, entityOf(resource)) }),
    setOnAll: (resource, found, field, value) =>
      send(`${endpointOf(resource)}/set`, { ...asked(found, entityOf(resource)), field, value }),
    actOnAll(resource, action, found, answers = {}) {
      const call = resourceOf(resource)?.actions.find(({ id }) => id === action)?.call
      if (!call) throw new Error(`The resource ${resource} declares no call for the action ${action}.`)
      return send(call.path, { ...answers, ...asked(found, entityOf(resource)), resource })
    },
    bulkProgress: (resource, run) =>
      http.of(endpointOf(resource), 'bulkProgress', { method: 'GET', query: { run }, quiet: true }),
    async bulkStop(resource, run) {
      await http.json({ method: 'POST', path: `${endpointOf(resource)}/bulkStop`, body: { run }, quiet: true })
    },
  }
}

/** The filter in the wire's names; the two ends of the date range are sent next to it. */
const asked = ({ filter, expected, run }: FoundByFilter, entity: Entity | undefined): JsonObject => ({
  ...allOf(filter, entity),
  expected,
  run,
})

/** All that a filter finds, on the wire. */
export function allOf(filter: JsonObject, entity: Entity | undefined): JsonObject {
  const { days, filters } = splitDays(filter, entity)
  return { all: true, filters, ...Object.fromEntries(Object.entries(days).filter(([, day]) => Boolean(day))) }
}
