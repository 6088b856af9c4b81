import type { QueryClient } from '@tanstack/react-query'
import type { Json, JsonObject } from '../../model/json'
import type { Field, Model } from '../../model/model'
import { resourceOfRef } from '../resource/paths'
import type { Choice, Lookup } from '../ui/lookup'
import type { Http } from './http'

// A label changes seldom; a minute keeps a page of references to one call each.
const LABEL_FRESH_MS = 60_000

/** Finds and names the records a reference may point to, through `GET {endpoint}?lookup=1`; labels asked in one moment go as one call. */
export function createLookup(http: Http, model: () => Model | null, queries: QueryClient): Lookup {
  const list = async (endpoint: string, filters: JsonObject, limit: number, signal?: AbortSignal): Promise<readonly Choice[]> => {
    const answer = await http.json({ method: 'GET', path: endpoint, query: { lookup: 1, filters, limit }, signal, quiet: true })
    return Array.isArray(answer['items']) ? answer['items'].flatMap(toChoice) : []
  }
  const batchOf = batches((endpoint, ids) => list(endpoint, { id: ids }, ids.length))
  return {
    search: (field, text, limit, signal) => list(endpointOf(model(), field), text.trim() ? { q: text.trim() } : {}, limit, signal),
    label: (field, id) => {
      const endpoint = endpointOf(model(), field)
      return queries.fetchQuery({
        queryKey: ['lookup', endpoint, id],
        queryFn: () => batchOf(endpoint, id),
        staleTime: LABEL_FRESH_MS,
      })
    },
  }
}

function endpointOf(model: Model | null, field: Field): string {
  const resource = model ? resourceOfRef(model, field) : undefined
  return resource?.endpoint ?? field.ref?.resource ?? field.ref?.to ?? ''
}

function toChoice(item: Json): Choice[] {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return []
  const { id, label } = item as JsonObject
  return typeof id === 'number' || typeof id === 'string' ? [{ id, label: String(label ?? id) }] : []
}

type Load = (endpoint: string, ids: readonly (number | string)[]) => Promise<readonly Choice[]>
interface Batch { readonly ids: Set<number | string>; readonly choices: Promise<readonly Choice[]> }

function batches(load: Load): (endpoint: string, id: number | string) => Promise<string | null> {
  const waiting = new Map<string, Batch>()
  const open = (endpoint: string): Batch => {
    const ids = new Set<number | string>()
    // A macrotask later every cell of the page has asked.
    const choices = new Promise<void>((done) => setTimeout(done, 0)).then(() => {
      waiting.delete(endpoint)
      return load(endpoint, [...ids])
    })
    const batch = { ids, choices }
    waiting.set(endpoint, batch)
    return batch
  }
  return async (endpoint, id) => {
    const batch = waiting.get(endpoint) ?? open(endpoint)
    batch.ids.add(id)
    const choices = await batch.choices
    return choices.find((choice) => choice.id === id)?.label ?? null
  }
}
