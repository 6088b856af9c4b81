import type { Json } from './json'
import type { Resource } from './resource'

/**
 * Placeholder for the value of a route's field where nobody has it at hand; the page replaces it with the record's own.
 */
export const ANY_VALUE = '-'

type Routed = Pick<Resource, 'route' | 'param' | 'singleton'>

/**
 * Path of a resource's page in the console, at one value of its route's field (by default the one that opens first).
 */
export function pageRoute({ route, param }: Routed, value: Json | undefined = param?.first): string {
  return param && value !== null && value !== undefined && value !== ''
    ? `${route}/${encodeURIComponent(String(value))}`
    : route
}

/** Path of a record's page; for a singleton, the resource's page. */
export function recordRoute(resource: Routed, id: number | string, value?: Json): string {
  if (resource.singleton) return resource.route
  const known = value === null || value === undefined || value === '' ? (resource.param?.first ?? ANY_VALUE) : value
  return `${pageRoute(resource, known)}/${encodeURIComponent(String(id))}`
}
