import type { Json, JsonObject } from '../../model/json'

/** What ra-data-simple-rest asks for, read from its URL, verb and body. */
export type DialectRequest = { readonly resource: string } & (
  | { readonly verb: 'list'; readonly sort: readonly [field: string, order: string]; readonly range: readonly [from: number, to: number]; readonly filter: JsonObject }
  | { readonly verb: 'many'; readonly ids: readonly Json[] }
  | { readonly verb: 'one'; readonly id: string }
  | { readonly verb: 'create'; readonly data: JsonObject }
  | { readonly verb: 'update'; readonly id: string; readonly data: JsonObject }
  | { readonly verb: 'remove'; readonly id: string }
)

/**
 * Reads one request of ra-data-simple-rest 5.15.
 * @param url `<resource>?sort=…&range=…&filter=…` or `<resource>/<id>`, with the empty base the provider gives it
 */
export function readDialect(url: string, method: string, body: string | undefined): DialectRequest {
  const [path = '', search = ''] = url.split('?')
  const [resource = '', id] = path.replace(/^\//, '').split('/').map(decodeURIComponent)
  if (id === undefined) {
    if (method === 'POST') return { resource, verb: 'create', data: objectOf(body) }
    const query = new URLSearchParams(search)
    const filter = objectOf(query.get('filter'))
    const range = query.get('range')
    if (range === null) return { resource, verb: 'many', ids: Array.isArray(filter['id']) ? filter['id'] : [] }
    return { resource, verb: 'list', sort: JSON.parse(query.get('sort') ?? '["id","ASC"]'), range: JSON.parse(range), filter }
  }
  if (method === 'PUT') return { resource, verb: 'update', id, data: objectOf(body) }
  if (method === 'DELETE') return { resource, verb: 'remove', id }
  return { resource, verb: 'one', id }
}

const objectOf = (text: string | null | undefined): JsonObject => (text ? JSON.parse(text) : {})
