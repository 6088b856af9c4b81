import type { GetListParams } from 'react-admin'
import type { Json, JsonObject } from '../../model/json'

/** What ra-data-simple-rest is asked for; what it says of it in an address is not read again. */
export type RestRequest = { readonly resource: string } & (
  | {
      readonly verb: 'list'
      readonly sort: readonly [field: string, order: string]
      readonly range: readonly [from: number, to: number]
      readonly filter: JsonObject
    }
  | { readonly verb: 'many'; readonly ids: readonly Json[] }
  | { readonly verb: 'one' | 'remove'; readonly id: number | string }
  | { readonly verb: 'create'; readonly data: JsonObject }
  | { readonly verb: 'update'; readonly id: number | string; readonly data: JsonObject }
)

export type ListOf = Extract<RestRequest, { verb: 'list' }>

/** A page of a list, and the records beside which it stands where it is one of theirs. */
export function listRequest(
  resource: string,
  { pagination, sort, filter }: GetListParams,
  beside: JsonObject = {},
): ListOf {
  const { page, perPage } = pagination ?? { page: 1, perPage: 10 }
  const { field, order } = sort ?? { field: 'id', order: 'ASC' }
  const given: JsonObject = { ...filter, ...beside }
  // What is undefined is not sent, as in JSON.
  const asked = Object.entries(given).filter(([, value]) => (value as Json | undefined) !== undefined)
  return {
    resource,
    verb: 'list',
    sort: [field, order],
    range: [(page - 1) * perPage, page * perPage - 1],
    filter: Object.fromEntries(asked),
  }
}
