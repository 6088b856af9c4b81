import type { QueryClient } from '@tanstack/react-query'
import type { Field } from '../../model/field'
import type { Json, JsonObject } from '../../model/json'
import type { Model } from '../../model/model'
import type { RecentChoices } from '../console/recent-choices'
import { resourceOfRef } from './paths'
import { formValues } from '../../ui/inputs/choice-rule'
import type { Choice, Lookup } from '../../ui/lookup'
import type { Http } from './http'

// A label changes seldom; a minute keeps a page of references to one call each.
const LABEL_FRESH_MS = 60_000
// The rows of a grid ask at once.
const SOLE_FRESH_MS = 5_000
// A list shorter than this is seen at a glance, whatever its order.
const FEW = 8

/**
 * Finds and names the records a reference may point to, through `GET {endpoint}?lookup=1`; labels asked in one moment
 * go as one call. `for` names the reference that asks (`orders.id_store`), without which only what a list shows is
 * found; with `form`, the values its choices depend on, and alone, so that each item also brings the `values` that the
 * referring entity's rules look at.
 */
export function createLookup(
  http: Http,
  model: () => Model | null,
  queries: QueryClient,
  recent: RecentChoices,
): Lookup {
  const list = async (
    endpoint: string,
    filters: JsonObject,
    limit: number,
    more: LookupQuery = {},
  ): Promise<readonly Choice[]> => {
    const { signal, ...query } = more
    const answer = await http.json({
      method: 'GET',
      path: endpoint,
      query: { lookup: 1, filters, limit, ...query },
      signal,
      quiet: true,
    })
    return Array.isArray(answer['items']) ? answer['items'].flatMap(toChoice) : []
  }
  const batchOf = batches((endpoint, ids, asking) => list(endpoint, { id: ids }, ids.length, { for: asking, gone: 1 }))
  return {
    async search(field, text, limit, { signal, form } = {}) {
      const endpoint = endpointOf(model(), field)
      const more = { ...dependent(field, form), signal }
      const q = text.trim()
      const found = await list(endpoint, q ? { q } : {}, limit, more)
      const ids = q || found.length <= FEW ? [] : recent.of(endpoint)
      if (ids.length === 0) return found
      // In a catalogue larger than one answer they may be further down.
      const among = found.length < limit ? found : await list(endpoint, { id: ids }, ids.length, more)
      return recentFirst(ids, among, found)
    },
    async find(field, id) {
      const query = { lookup: 1, filters: { id: [id] }, limit: 1, for: nameOf(field) }
      const answer = await http.json({ method: 'GET', path: endpointOf(model(), field), query, quiet: true })
      const [item] = Array.isArray(answer['items']) ? answer['items'] : []
      return (item as { readonly values?: JsonObject } | undefined)?.values ?? {}
    },
    fitting: (field, ids, form) => list(endpointOf(model(), field), { id: ids }, ids.length, dependent(field, form)),
    sole: (field, form) => {
      const endpoint = endpointOf(model(), field)
      const more = dependent(field, form)
      return queries.fetchQuery({
        queryKey: ['sole', endpoint, more],
        queryFn: async () => {
          const [only, ...others] = await list(endpoint, {}, 2, more)
          return only && others.length === 0 ? only : null
        },
        staleTime: SOLE_FRESH_MS,
      })
    },
    label: (field, id) => {
      const endpoint = endpointOf(model(), field)
      return queries.fetchQuery({
        queryKey: ['lookup', endpoint, id, nameOf(field)],
        queryFn: () => batchOf(endpoint, id, nameOf(field)),
        staleTime: LABEL_FRESH_MS,
      })
    },
    used: (field, { id }) => recent.keep(endpointOf(model(), field), id),
  }
}

interface LookupQuery {
  readonly signal?: AbortSignal
  readonly for?: string
  readonly form?: JsonObject
  readonly gone?: 1
}

const nameOf = ({ entity, name }: Field): string => `${entity}.${name}`

const dependent = (field: Field, form?: JsonObject): LookupQuery => ({
  for: nameOf(field),
  ...((field.ref?.choices || field.ref?.own) && form && { form: formValues(field, form) }),
})

function recentFirst(
  ids: readonly (number | string)[],
  among: readonly Choice[],
  found: readonly Choice[],
): readonly Choice[] {
  const first = ids
    .flatMap((id) => among.filter((choice) => choice.id === id))
    .map((choice) => ({ ...choice, recent: true }))
  return [...first, ...found.filter((choice) => !first.some(({ id }) => id === choice.id))]
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

type Load = (endpoint: string, ids: readonly (number | string)[], asking: string) => Promise<readonly Choice[]>
interface Batch {
  readonly ids: Set<number | string>
  readonly choices: Promise<readonly Choice[]>
}

function batches(load: Load): (endpoint: string, id: number | string, asking: string) => Promise<string | null> {
  const waiting = new Map<string, Batch>()
  const open = (endpoint: string, asking: string): Batch => {
    const ids = new Set<number | string>()
    const key = `${endpoint} ${asking}`
    // A macrotask later every cell of the page has asked.
    const choices = new Promise<void>((done) => setTimeout(done, 0)).then(() => {
      waiting.delete(key)
      return load(endpoint, [...ids], asking)
    })
    const batch = { ids, choices }
    waiting.set(key, batch)
    return batch
  }
  return async (endpoint, id, asking) => {
    const batch = waiting.get(`${endpoint} ${asking}`) ?? open(endpoint, asking)
    batch.ids.add(id)
    const choices = await batch.choices
    // An id that an address brings is a text.
    return choices.find((choice) => String(choice.id) === String(id))?.label ?? null
  }
}
