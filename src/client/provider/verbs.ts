import type { CatalogueAnswers, ChosenAnswer } from '../../model/catalogue-answers'
import type { Entity } from '../../model/entity'
import type { JsonObject } from '../../model/json'
import type { Changed, VerbProvider } from '../console/provider'
import { answerItem } from './answer'
import { allOf } from './bulk'
import type { Http, WireRequest } from './http'

/** What every catalogue does to its records: verbs of one and of many, and their undo. */
export function createVerbs(
  http: Http,
  endpointOf: (resource: string) => string,
  entityOf: (resource: string) => Entity | undefined,
): VerbProvider {
  const post = <Call extends keyof CatalogueAnswers>(
    resource: string,
    call: Call,
    body: JsonObject,
    more: Partial<WireRequest> = {},
  ): Promise<CatalogueAnswers[Call]> => http.of(endpointOf(resource), call, { method: 'POST', body, ...more })
  return {
    change: async (resource, verb, ids, answers = {}) => changedIn(await post(resource, verb, { ...answers, ids })),
    setField: async (resource, ids, field, value) => changedIn(await post(resource, 'set', { ids, field, value })),
    setOne: (resource, { id = null, version = null }, field, value) =>
      post(resource, 'set', { id, version, field, value }),
    duplicate: async (resource, id) => ({
      item: answerItem(
        await http.json({ method: 'POST', path: `${endpointOf(resource)}/duplicate`, body: { id }, reads: true }),
      ),
    }),
    mergePreview: (resource, id, into) => post(resource, 'mergePreview', { id, into }, { reads: true }),
    merge: (resource, input) => post(resource, 'merge', input),
    removed: (resource, page) => http.of(endpointOf(resource), 'removed', { method: 'GET', query: { page } }),
    restore: async (resource, id) => (await post(resource, 'bringBack', { ids: [id] })).msg,
    async removing(resource, of) {
      const body: JsonObject =
        'ids' in of ? { ids: of.ids } : { ...allOf(of.filter, entityOf(resource)), expected: of.expected }
      return (await post(resource, 'removing', body, { reads: true })).lines
    },
    async undo(resource, undo) {
      const { msg, results = [] } =
        'path' in undo
          ? await http.json<CatalogueAnswers['undo']>({ method: 'POST', path: undo.path, body: undo.send })
          : await post(resource, 'undo', { run: undo.run })
      return { msg, rows: results }
    },
  }
}

const changedIn = ({ results = [], undo }: ChosenAnswer): Changed => ({ rows: results, ...(undo && { undo }) })
