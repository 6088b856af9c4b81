import type { ListOf } from './rest-request'

// Queries whose pages are remembered; a user moves among few.
const MAX_QUERIES = 20

/** Where the pages of a list begin, learnt from the page before, so that a page costs the same at any depth. */
interface Cursors {
  /** The wire's `after` for a page, known once the page before it has been read. */
  of(request: ListOf): string | undefined
  keep(request: ListOf, after: string | undefined): void
}

export function createCursors(): Cursors {
  const queries = new Map<string, Map<number, string>>()
  return {
    of: (request) => queries.get(keyOf(request))?.get(request.range[0]),
    keep(request, after) {
      const key = keyOf(request)
      const starts = queries.get(key) ?? new Map<number, string>()
      const next = request.range[1] + 1
      if (after === undefined) starts.delete(next)
      else starts.set(next, after)
      // The query in use moves to the end; the one longest unused goes.
      queries.delete(key)
      queries.set(key, starts)
      const [oldest] = queries.keys()
      if (queries.size > MAX_QUERIES && oldest !== undefined) queries.delete(oldest)
    },
  }
}

const keyOf = ({ resource, sort, range: [from, to], filter }: ListOf): string =>
  JSON.stringify([resource, sort, to - from, filter])
