import type { Entity } from '../../model/entity'
import type { JsonObject } from '../../model/json'
import type { BoardProvider } from '../console/provider'
import type { Http } from './http'
import { filterQuery } from './wire'

/** Boards of catalogues, and what a column has beyond its first cards. */
export function createBoards(
  http: Http,
  endpointOf: (resource: string) => string,
  entityOf: (resource: string) => Entity | undefined,
): BoardProvider {
  return {
    async board(resource, { filter, sort, limits }, options) {
      const query = {
        ...filterQuery(filter, sort.field, sort.order, entityOf(resource)),
        limits: Object.keys(limits).length > 0 ? limits : undefined,
      }
      return http.of(endpointOf(resource), 'board', { method: 'GET', query, ...options })
    },
    async boardMore(resource, { filter, sort, after, limit }) {
      const query = { ...filterQuery(filter, sort.field, sort.order, entityOf(resource)), after, limit, count: 'none' }
      const { items, after: next } = await http.json({ method: 'GET', path: endpointOf(resource), query, quiet: true })
      return {
        items: Array.isArray(items) ? (items as readonly JsonObject[]) : [],
        ...(typeof next === 'string' && { after: next }),
      }
    },
  }
}
