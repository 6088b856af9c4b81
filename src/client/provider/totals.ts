import type { JsonObject } from '../../model/json'
import type { ListOf } from './rest-request'

interface Known {
  readonly total: number
  readonly exact: boolean
  /** First row of the page that was asked last. */
  readonly from: number
  readonly counted_ms: number
}

// Queries whose total is remembered, and for how long: meanwhile others add and remove rows.
const MAX_QUERIES = 20
const KEPT_MS = 60_000

/**
 * How many rows a list's query finds. Another page is asked for without counting; the same page again is counted anew.
 */
interface Totals {
  /** The known total when another page of a query is asked for; null: it must be counted. */
  of(request: ListOf): Known | null
  /** The answer with its total, taken from `known` where the server did not count; the total is remembered. */
  withTotal(request: ListOf, answer: JsonObject, known: Known | null): JsonObject
}

export function createTotals(now: () => number = Date.now): Totals {
  const queries = new Map<string, Known>()
  return {
    of(request) {
      const known = queries.get(keyOf(request))
      if (!known || known.from === request.range[0] || now() - known.counted_ms > KEPT_MS) return null
      return known
    },
    withTotal(request, answer, known) {
      const [from] = request.range
      const rows = Array.isArray(answer['items']) ? answer['items'].length : 0
      const counted = typeof answer['total'] === 'number'
      // The last page shows the total; an empty page beyond the end does not.
      const last = !counted && answer['after'] === undefined && rows > 0
      const total = counted ? Number(answer['total']) : last ? from + rows : (known?.total ?? 0)
      const exact = counted ? answer['total_is_exact'] !== false : last || known?.exact !== false
      const key = keyOf(request)
      queries.delete(key)
      queries.set(key, { total, exact, from, counted_ms: counted ? now() : (known?.counted_ms ?? now()) })
      const [oldest] = queries.keys()
      if (queries.size > MAX_QUERIES && oldest !== undefined) queries.delete(oldest)
      return { ...answer, total, total_is_exact: exact }
    },
  }
}

const keyOf = ({ resource, filter }: ListOf): string => JSON.stringify([resource, filter])
