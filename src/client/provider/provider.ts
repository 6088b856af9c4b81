import type { Identifier } from 'react-admin'
import simpleRest from 'ra-data-simple-rest'
import type { Entity } from '../../model/entity'
import type { Json, JsonObject } from '../../model/json'
import type { Model } from '../../model/model'
import type { Resource } from '../../model/resource'
import type { ChosenAnswer } from '../../model/catalogue-answers'
import type {
  BoardProvider,
  ConsoleDataProvider,
  ImportProvider,
  LayoutProvider,
  ViewProvider,
} from '../console/provider'
import type { createLayouts } from './layouts'
import { extrasOf, answerItem, toAnswer, type ListExtras } from './answer'
import { createBulk } from './bulk'
import { createCursors } from './cursors'
import type { Http, WireRequest } from './http'
import { listRequest, type RestRequest } from './rest-request'
import { createTotals } from './totals'
import { filterQuery, toWire, type ListMeta } from './wire'
import { createVerbs } from './verbs'
import { writable } from './writable'
import type { ListViews } from '../../model/list-view'
import type { CallContract } from '../../model/call'

/** The import calls, below the endpoint of each resource. */
function createImports(http: Http, endpointOf: (resource: string) => string): ImportProvider {
  return {
    importFormat: (resource) => http.file({ method: 'GET', path: `${endpointOf(resource)}/importFormat` }),
    async importVerify(resource, file, values, encoding) {
      const form = new FormData()
      // Before the file, which is read as it comes.
      if (values) form.append('values', JSON.stringify(values))
      if (encoding) form.append('encoding', encoding)
      form.append('file', file, file.name)
      return http.of(endpointOf(resource), 'importVerify', { method: 'POST', form })
    },
    importRows: (resource, page, options) =>
      http.of(endpointOf(resource), 'importRows', { method: 'GET', query: { ...page }, ...options }),
    importAct: (resource, call, input) => http.of(endpointOf(resource), call, { method: 'POST', body: input }),
    importList: async (resource) => (await http.of(endpointOf(resource), 'importList', { method: 'GET' })).items,
  }
}

/**
 * Writes a bespoke call for the wire: `:name` parts of the path from the request, the rest as query (GET) or body
 * (POST).
 */
function contractRequest(contract: CallContract, request: JsonObject): WireRequest {
  const { path, rest } = fillPath(contract.path, request)
  return contract.method === 'GET'
    ? { method: 'GET', path, query: rest }
    : { method: 'POST', path, body: rest, reads: contract.reads }
}

/** Fills `:name` parts; values used in the path are left out of the rest. */
function fillPath(pattern: string, values: JsonObject): { path: string; rest: { readonly [name: string]: Json } } {
  const rest: { [name: string]: Json } = { ...values }
  const path = pattern.replace(/:([a-z_]+)/gi, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value ?? ''))
  })
  return { path, rest }
}

/** Views of lists, below the endpoint of each resource; quiet, since no user waits for them. */
function createViews(http: Http, endpointOf: (resource: string) => string): ViewProvider {
  const post = (resource: string, call: 'saveView' | 'removeView', body: JsonObject): Promise<ListViews> =>
    http.of(endpointOf(resource), call, { method: 'POST', body, quiet: true })
  return {
    listViews: (resource, list) =>
      http.of(endpointOf(resource), 'views', { method: 'GET', query: { list }, quiet: true }),
    saveView: (resource, list, view) => post(resource, 'saveView', { ...view, list }),
    removeView: (resource, list, id) => post(resource, 'removeView', { list, id }),
  }
}

/** The calls behind layouts, which come with the first one that needs them. */
function layoutCalls(...parts: Parameters<typeof createLayouts>): BoardProvider & LayoutProvider {
  const boards = async () => (await import('./boards')).createBoards(...parts)
  const layouts = async () => (await import('./layouts')).createLayouts(...parts)
  return {
    board: async (...asked) => (await boards()).board(...asked),
    boardMore: async (...asked) => (await boards()).boardMore(...asked),
    calendar: async (...asked) => (await layouts()).calendar(...asked),
    saveRows: async (...asked) => (await layouts()).saveRows(...asked),
  }
}

/** Recognises a poll: a live list that is read again exactly as it was read last. Nothing on the page shows it. */
function createPolls(resourceOf: (name: string) => Resource | undefined): (resource: string, url: string) => boolean {
  const last = new Map<string, string>()
  return (resource, url) => {
    if (!resourceOf(resource)?.list.live) return false
    const again = last.get(resource) === url
    last.set(resource, url)
    return again
  }
}

/**
 * The console's data provider: ra-data-simple-rest over the spec's generic calls, and the calls it does not have.
 * @param model the Model in force, null before it is read (then a resource's endpoint is its name)
 * @param onSession an action answered with a token: the session goes on as another user's
 */
export function createProvider(
  http: Http,
  model: () => Model | null,
  onSession: (token: string) => void = () => {},
): ConsoleDataProvider {
  const resourceOf = (name: string): Resource | undefined => model()?.resources[name]
  const endpointOf = (name: string): string => resourceOf(name)?.endpoint ?? name
  const entityOf = (name: string) => model()?.entities[resourceOf(name)?.entity ?? '']
  const cursors = createCursors()
  const totals = createTotals()
  const isPoll = createPolls(resourceOf)
  const extras = new WeakMap<object, ListExtras>()

  // One is made for each call: it makes of an answer what react-admin expects, and its addresses are read by nobody.
  const rest = (request: RestRequest, meta?: ListMeta) =>
    simpleRest('', async (url: string, options: { signal?: AbortSignal | null } = {}) => {
      const known = request.verb === 'list' && meta?.count === undefined ? totals.of(request) : null
      const wire = toWire(
        request,
        endpointOf(request.resource),
        {
          ...meta,
          ...(request.verb === 'list'
            ? { after: cursors.of(request), ...(known ? { count: 'none' as const } : {}) }
            : {}),
        },
        entityOf(request.resource),
      )
      const quiet = request.verb === 'list' && isPoll(request.resource, url)
      const json = await http.json({ ...wire, signal: options.signal ?? undefined, quiet })
      if (request.verb !== 'list') return toAnswer(request, json)
      const counted = totals.withTotal(request, json, known)
      const answer = toAnswer(request, counted)
      extras.set(answer.json as object, extrasOf(counted))
      cursors.keep(request, typeof json['after'] === 'string' ? json['after'] : undefined)
      return answer
    })

  const verbs = createVerbs(http, endpointOf, entityOf)
  const recordAt = (resource: string, id: Identifier): string => `${endpointOf(resource)}/${encodeURIComponent(id)}`

  return {
    supportAbortSignal: true,
    async getList(resource, params) {
      const result = await rest(listRequest(resource, params), params.meta).getList(resource, params)
      return { ...result, meta: extras.get(result.data) }
    },
    async getManyReference(resource, params) {
      const result = await rest(
        listRequest(resource, params, { [params.target]: params.id }),
        params.meta,
      ).getManyReference(resource, params)
      return { ...result, meta: extras.get(result.data) }
    },
    getOne: (resource, params) => rest({ resource, verb: 'one', id: params.id }, params.meta).getOne(resource, params),
    getMany: (resource, params) =>
      rest({ resource, verb: 'many', ids: params.ids }, params.meta).getMany(resource, params),
    create(resource, params) {
      const data = begun(entityOf(resource), writable(entityOf(resource), params.data, model()?.entities))
      return rest({ resource, verb: 'create', data }, params.meta).create(resource, { ...params, data })
    },
    update(resource, params) {
      const data = writable(entityOf(resource), params.data, model()?.entities)
      return rest({ resource, verb: 'update', id: params.id, data }, params.meta).update(resource, { ...params, data })
    },
    async updateMany(resource, { ids, data, meta }) {
      const saved = await Promise.all(
        ids.map((id) =>
          rest({ resource, verb: 'update', id, data }, meta).update(resource, { id, data, previousData: { id } }),
        ),
      )
      return { data: saved.map((one) => one.data.id) }
    },
    delete: (resource, params) =>
      rest({ resource, verb: 'remove', id: params.id }, params.meta).delete(resource, params),
    async deleteMany(resource, { ids }) {
      const { rows } = await verbs.change(resource, 'remove', ids)
      return { data: rows.flatMap(({ ok, id }) => (ok && id !== null ? [id] : [])) }
    },
    call: (contract, request, options) =>
      http.json({ ...contractRequest(contract, request as JsonObject), ...options }),
    stats(resource, filter, options) {
      const { order_col: _col, order_dir: _dir, ...query } = filterQuery(filter, '', '', entityOf(resource))
      return http.of(endpointOf(resource), 'stats', { method: 'GET', query: { ...query, compare: 1 }, ...options })
    },
    heat(resource, filter, { stat, box, level }, options) {
      const { order_col: _col, order_dir: _dir, ...query } = filterQuery(filter, '', '', entityOf(resource))
      return http.of(endpointOf(resource), 'heat', {
        method: 'GET',
        query: { ...query, stat, box: box.join(','), level },
        ...options,
      })
    },
    async form(resource, id) {
      // The console looks up as people type.
      const body: JsonObject = id === undefined ? { lookups: 0 } : { id, lookups: 0 }
      return {
        item: answerItem(await http.json({ method: 'POST', path: `${endpointOf(resource)}/form`, body, reads: true })),
      }
    },
    present: (resource, id, body, signal) =>
      http.of(recordAt(resource, id), 'presence', { method: 'POST', quiet: true, body, signal }),
    leave: async (resource, id, key) =>
      void (await http.of(recordAt(resource, id), 'presence', {
        method: 'POST',
        quiet: true,
        body: { key, mode: 'gone' },
        outlives: true,
      })),
    ...verbs,
    enable: async (resource, ids, answers) => (await verbs.change(resource, 'enable', ids, answers)).rows,
    disable: async (resource, ids, answers) => (await verbs.change(resource, 'disable', ids, answers)).rows,
    remove: async (resource, ids) => (await verbs.change(resource, 'remove', ids)).rows,
    async mapRows(resource, { filter, box, zoom, totals }, options) {
      const { filters, date_from, date_to } = filterQuery(filter, 'id', 'ASC', entityOf(resource))
      const query = { filters, date_from, date_to, box: box?.join(','), zoom, count: totals ? undefined : 'none' }
      return await http.of(endpointOf(resource), 'map', { method: 'GET', query, ...options })
    },
    async resort(resource, ids, moved) {
      const items = ids.map((id) => (moved?.id === id ? { id, id_parent: moved.parent } : id))
      await http.json({ method: 'POST', path: `${endpointOf(resource)}/resort`, body: { items } })
    },
    exportFile: (resource, { filter, sort, columns }, format, { signal, onProgress } = {}) => {
      const query = {
        ...filterQuery(filter, sort.field, sort.order, entityOf(resource)),
        format,
        columns: columns?.join(','),
      }
      return http.file({ method: 'GET', path: endpointOf(resource), query, signal }, onProgress)
    },
    exportRecord: (resource, id, format, { signal, onProgress } = {}, rows) =>
      http.file({ method: 'GET', path: recordAt(resource, id), query: { export: format, rows }, signal }, onProgress),
    printRecords(resource, template, of, format, { signal, onProgress } = {}) {
      const chosen =
        'ids' in of
          ? { ids: of.ids }
          : { all: true, ...filterQuery(of.filter, of.sort?.field ?? '', of.sort?.order ?? '', entityOf(resource)) }
      // Nothing empty is sent: a list's call would take it for a filter.
      const asked = Object.entries({ ...chosen, print: template, export: format }).filter(
        ([, value]) => value !== undefined && value !== '',
      )
      return http.file(
        {
          method: 'POST',
          path: `${endpointOf(resource)}/print`,
          body: Object.fromEntries(asked) as JsonObject,
          reads: true,
          signal,
        },
        onProgress,
      )
    },
    ...createImports(http, endpointOf),
    ...createBulk(http, endpointOf, resourceOf, entityOf),
    ...createViews(http, endpointOf),
    ...layoutCalls(http, endpointOf, entityOf),
    report: (path, query, options) => http.json({ method: 'GET', path, query, ...options }),
    reportFile: (path, query, format, { signal, onProgress } = {}) =>
      http.file({ method: 'GET', path, query: { ...query, format }, signal }, onProgress),
    async tells(path, body) {
      const { path: filled, rest } = fillPath(path, body)
      const answer = await http.json({ method: 'GET', path: filled, query: rest, quiet: true })
      return typeof answer['msg'] === 'string' ? answer['msg'] : ''
    },
    async act(resource, action, body) {
      const call = resourceOf(resource)?.actions.find((one) => one.id === action)?.call
      if (!call) throw new Error(`The resource ${resource} declares no call for the action ${action}.`)
      const { path, rest: values } = fillPath(call.path, body)
      const request = call.method === 'GET' ? { query: values } : { body: values as Json }
      const { token, msg, results, undo } = await http.json<Partial<ChosenAnswer & { readonly token: string }>>({
        method: call.method,
        path,
        ...request,
      })
      if (typeof token === 'string') onSession(token)
      return {
        ...(typeof msg === 'string' && { msg }),
        ...(Array.isArray(results) && { results }),
        ...(undo && { undo }),
      }
    },
  }
}

/** Where users choose the ids, version 0 says that the record is new and must not change an existing one of that id. */
const begun = (entity: Entity | undefined, data: JsonObject): JsonObject =>
  entity?.key ? { ...data, version: 0 } : data
