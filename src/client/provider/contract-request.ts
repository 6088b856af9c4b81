import type { CallContract } from '../../model/call'
import type { Json, JsonObject } from '../../model/json'
import type { WireRequest } from './http'

/** Says a bespoke call on the wire: `:name` parts of the path from the request, the rest as query (GET) or body (POST). */
export function contractRequest(contract: CallContract, request: JsonObject): WireRequest {
  const { path, rest } = fillPath(contract.path, request)
  return contract.method === 'GET' ? { method: 'GET', path, query: rest } : { method: 'POST', path, body: rest, reads: contract.reads }
}

/** Fills `:name` parts; what stands in the path leaves the rest. */
export function fillPath(pattern: string, values: JsonObject): { path: string; rest: { readonly [name: string]: Json } } {
  const rest: { [name: string]: Json } = { ...values }
  const path = pattern.replace(/:([a-z_]+)/gi, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value ?? ''))
  })
  return { path, rest }
}
