import type { Entity } from '../../model/entity'
import type { JsonObject } from '../../model/json'
import { splitDays } from '../../model/list-days'
import type { WireRequest } from './http'
import type { ListOf, RestRequest } from './rest-request'

/** Options of a call, passed through react-admin's `meta`. */
export interface ListMeta {
  /** `exact`: count all rows whatever it costs; `none`: their number is known. */
  readonly count?: 'exact' | 'none'
  /** The wire keys that the rows of a list have, with commas between them; absent: whole records. */
  readonly columns?: string
  /** A poll: nothing on the page shows it. */
  readonly quiet?: boolean
  /** Idempotency key of a write. */
  readonly key?: string
}

/** Translates what simple-rest is asked for into the generic calls (spec §7): list, form, create, remove. */
export function toWire(
  request: RestRequest,
  endpoint: string,
  meta: ListMeta & { readonly after?: string } = {},
  entity?: Entity,
): WireRequest {
  const quiet = meta.quiet
  switch (request.verb) {
    case 'list':
      return {
        method: 'GET',
        path: endpoint,
        query: { ...listQuery(request, entity), count: meta.count, after: meta.after, columns: meta.columns },
        quiet,
      }
    case 'many':
      return {
        method: 'GET',
        path: endpoint,
        query: { filters: { id: request.ids }, limit: request.ids.length },
        quiet,
      }
    case 'one':
      return { method: 'POST', path: `${endpoint}/form`, body: { id: idOf(request.id) }, reads: true, quiet }
    case 'create':
      return { method: 'POST', path: `${endpoint}/create`, body: request.data, key: meta.key }
    case 'update':
      return {
        method: 'POST',
        path: `${endpoint}/create`,
        body: { ...request.data, id: idOf(request.id) },
        key: meta.key,
      }
    case 'remove':
      return { method: 'POST', path: `${endpoint}/remove`, body: { id: idOf(request.id) } }
  }
}

/** Filters and order as the list call reads them; the two ends of the date range are sent next to `filters`. */
export function filterQuery(
  filter: JsonObject,
  field: string,
  order: string,
  entity: Entity | undefined,
): NonNullable<WireRequest['query']> {
  const { days, filters } = splitDays(filter, entity)
  return {
    filters: Object.keys(filters).length ? filters : undefined,
    ...days,
    order_col: field,
    order_dir: order.toLowerCase(),
  }
}

function listQuery(
  { sort: [field, order], range: [from, to], filter }: ListOf,
  entity: Entity | undefined,
): WireRequest['query'] {
  const limit = to - from + 1
  return { ...filterQuery(filter, field, order, entity), page: from / limit + 1, limit }
}

/**
 * An id may come from an address; the wire wants the original number. A text of digits that users chose may begin with
 * 0.
 */
const idOf = (id: number | string): string | number => (/^[1-9]\d{0,14}$/.test(String(id)) ? Number(id) : id)
