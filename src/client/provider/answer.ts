import { HttpError } from 'react-admin'
import type { Json, JsonObject } from '../../model/json'
import type { RestRequest } from './rest-request'

/** What a list answers in addition to its rows and their total; react-admin hands it on as `meta`. */
export interface ListExtras {
  /** False: `total` is only a lower bound ("1.000+"). */
  readonly total_is_exact: boolean
  readonly caption?: string
  readonly msg?: string
}

interface DialectAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
  readonly json: Json
}

/**
 * Converts an answer of the generic calls to what ra-data-simple-rest expects: rows with a Content-Range, or the
 * record.
 */
export function toAnswer(request: RestRequest, answer: JsonObject): DialectAnswer {
  switch (request.verb) {
    case 'list': {
      const [from, to] = request.range
      const rows = rowsOf(answer)
      // A capped total must not end the paging before the rows do.
      const seen = rows.length ? from + rows.length + (answer['after'] === undefined ? 0 : 1) : 0
      return dialect(rows, { 'Content-Range': `items ${from}-${to}/${Math.max(Number(answer['total'] ?? 0), seen)}` })
    }
    case 'many':
      return dialect(rowsOf(answer))
    case 'one':
    case 'create':
    case 'update':
      return dialect(answerItem(answer))
    case 'remove':
      return dialect({ id: request.id })
  }
}

export function extrasOf(answer: JsonObject): ListExtras {
  const { total_is_exact, caption, msg } = answer
  return {
    total_is_exact: total_is_exact !== false,
    ...(typeof caption === 'string' ? { caption } : {}),
    ...(typeof msg === 'string' ? { msg } : {}),
  }
}

/** The record of an answer. @throws {HttpError} when the server sent none */
export function answerItem(answer: JsonObject): JsonObject {
  const item = answer['item']
  if (typeof item === 'object' && item !== null && !Array.isArray(item)) return item as JsonObject
  throw new HttpError('The answer has no item.', 502, { code: 'UNKNOWN' })
}

function rowsOf(answer: JsonObject): readonly Json[] {
  const items = answer['items']
  if (Array.isArray(items)) return items
  throw new HttpError('The answer has no items.', 502, { code: 'UNKNOWN' })
}

const dialect = (json: Json, headers: { [name: string]: string } = {}): DialectAnswer => ({
  status: 200,
  headers: new Headers(headers),
  body: '',
  json,
})
