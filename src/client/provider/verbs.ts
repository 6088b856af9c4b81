import type { Entity } from '../../model/entity'
import type { JsonObject } from '../../model/json'
import type { Changed, MergeView, RowResult, Undo, VerbProvider } from '../console/provider'
import { itemOf } from './answer'
import { allOf } from './bulk'
import type { Http, WireRequest } from './http'

/** What every catalogue does to its records: verbs of one and of many, and their undo. */
export function createVerbs(http: Http, endpointOf: (resource: string) => string, entityOf: (resource: string) => Entity | undefined): VerbProvider {
  const post = (resource: string, call: string, body: JsonObject, more: Partial<WireRequest> = {}): Promise<JsonObject> =>
    http.json({ method: 'POST', path: `${endpointOf(resource)}/${call}`, body, ...more })
  return {
    change: async (resource, verb, ids, answers = {}) => changedIn(await post(resource, verb, { ...answers, ids })),
    setField: async (resource, ids, field, value) => changedIn(await post(resource, 'set', { ids, field, value })),
    async setOne(resource, { id = null, version = null }, field, value) {
      const { msg, undo } = await post(resource, 'set', { id, version, field, value })
      return { msg: String(msg ?? ''), ...undoIn(undo) }
    },
    duplicate: async (resource, id) => ({ item: itemOf(await post(resource, 'duplicate', { id }, { reads: true })) }),
    mergePreview: async (resource, id, into) => (await post(resource, 'mergePreview', { id, into }, { reads: true })) as unknown as MergeView,
    async merge(resource, input) {
      const { msg, undo } = await post(resource, 'merge', input)
      return { msg: String(msg ?? ''), ...undoIn(undo) }
    },
    removed: async (resource, page) => (await http.json({ method: 'GET', path: `${endpointOf(resource)}/removed`, query: { page } })) as never,
    restore: async (resource, id) => String((await post(resource, 'bringBack', { ids: [id] })).msg ?? ''),
    async removing(resource, of) {
      const body: JsonObject = 'ids' in of ? { ids: of.ids } : { ...allOf(of.filter, entityOf(resource)), expected: of.expected }
      return (await post(resource, 'removing', body, { reads: true })).lines as readonly string[]
    },
    async undo(resource, run) {
      const { msg, results } = await post(resource, 'undo', { run })
      return { msg: String(msg ?? ''), rows: rowsIn(results) }
    },
  }
}

const changedIn = ({ results, undo }: JsonObject): Changed => ({ rows: rowsIn(results), ...undoIn(undo) })

const rowsIn = (results: JsonObject[string] | undefined): readonly RowResult[] => (Array.isArray(results) ? (results as unknown as readonly RowResult[]) : [])

/** What an answer offers to take back. */
export const undoIn = (undo: JsonObject[string] | undefined): { readonly undo?: Undo } =>
  (typeof undo === 'object' && undo !== null && !Array.isArray(undo) ? { undo: undo as unknown as Undo } : {})
