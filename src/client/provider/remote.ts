import { fetchUtils, HttpError, type DataProvider } from 'react-admin'
import type { Entity } from '../../model/entity'
import type { JsonObject } from '../../model/json'
import type { Model } from '../../model/model'
import type { Resource } from '../../model/resource'
import type { ConsoleDataProvider, RowResult } from '../console/provider'
import type { TrafficMeter } from './traffic'
import { writable } from './writable'

export interface RemoteOptions {
  /** Sentences of failures in which another service is named. */
  readonly say: (key: string, params: { readonly service: string; readonly msg?: string }) => string
  readonly traffic: TrafficMeter
}

/**
 * The console's provider, which asks other services for the resources they keep (`rest`): plain ra-data-simple-rest
 * against their address, without anything of this system's session.
 */
export function remoteProvider(
  own: ConsoleDataProvider,
  model: () => Model | null,
  options: RemoteOptions,
): ConsoleDataProvider {
  const made = new Map<string, DataProvider>()
  const remoteOf = async (name: string): Promise<readonly [DataProvider, Resource] | null> => {
    const resource = model()?.resources[name]
    if (resource?.rest === undefined) return null
    const { default: simpleRest } = await import('ra-data-simple-rest')
    const known = made.get(resource.rest) ?? simpleRest(resource.rest, clientOf(resource.rest, options))
    made.set(resource.rest, known)
    return [known, resource]
  }
  /**
   * Asks the service that keeps a resource, by the name that the resource has there; the own provider where this system
   * keeps it.
   */
  const routed = async <Answer>(
    name: string,
    ask: (provider: DataProvider, endpoint: string, entity: Entity | undefined | null) => Promise<Answer>,
  ): Promise<Answer> => {
    const remote = await remoteOf(name)
    if (!remote) return ask(own, name, null)
    const [provider, resource] = remote
    return explained(ask(provider, resource.endpoint, model()?.entities[resource.entity]), resource, options)
  }
  return {
    ...own,
    getList: (name, params) => routed(name, (provider, endpoint) => provider.getList(endpoint, params)),
    getOne: (name, params) => routed(name, (provider, endpoint) => provider.getOne(endpoint, params)),
    getMany: (name, params) => routed(name, (provider, endpoint) => provider.getMany(endpoint, params)),
    getManyReference: (name, params) =>
      routed(name, (provider, endpoint) => provider.getManyReference(endpoint, params)),
    create: (name, params) =>
      routed(name, (provider, endpoint, entity) => provider.create(endpoint, forService(params, entity))),
    update: (name, params) =>
      routed(name, (provider, endpoint, entity) => provider.update(endpoint, forService(params, entity))),
    updateMany: (name, params) =>
      routed(name, (provider, endpoint, entity) => provider.updateMany(endpoint, forService(params, entity))),
    delete: (name, params) => routed(name, (provider, endpoint) => provider.delete(endpoint, params)),
    deleteMany: (name, params) => routed(name, (provider, endpoint) => provider.deleteMany(endpoint, params)),
    async form(name, id) {
      const remote = await remoteOf(name)
      if (!remote) return own.form(name, id)
      const entity = model()?.entities[remote[1].entity]
      if (id === undefined)
        return {
          item: Object.fromEntries(
            Object.values(entity?.fields ?? {}).flatMap(({ name: field, default: value }) =>
              value === undefined ? [] : [[field, value]],
            ),
          ),
        }
      const { data } = await explained(
        remote[0].getOne<JsonObject & { readonly id: number | string }>(remote[1].endpoint, { id }),
        remote[1],
        options,
      )
      return { item: data }
    },
    async change(name, verb, ids, answers) {
      const remote = verb === 'remove' ? await remoteOf(name) : null
      if (!remote) return own.change(name, verb, ids, answers)
      return { rows: await Promise.all(ids.map((id) => removed(remote, id, options))) }
    },
    async remove(name, ids) {
      const remote = await remoteOf(name)
      if (!remote) return own.remove(name, ids)
      return Promise.all(ids.map((id) => removed(remote, id, options)))
    },
  }
}

/**
 * The service's own fields alone; a change is sent as the whole record, since a PUT of plain REST replaces it.
 * @param entity null: this system keeps it, and is sent what was given
 */
function forService<Params extends { readonly data: object; readonly previousData?: object }>(
  params: Params,
  entity: Entity | undefined | null,
): Params {
  if (entity === null) return params
  const { version: _, ...fields } = writable(entity, { ...params.previousData, ...params.data })
  return { ...params, data: fields }
}

async function removed(
  [provider, resource]: readonly [DataProvider, Resource],
  id: number | string,
  options: RemoteOptions,
): Promise<RowResult> {
  try {
    await explained(provider.delete<{ id: number | string }>(resource.endpoint, { id }), resource, options)
    return { id, ok: true }
  } catch (failure) {
    return { id, ok: false, msg: failure instanceof Error ? failure.message : '' }
  }
}

/** A plain client: no token, no language of this system, and nothing of its cookies. */
const clientOf =
  (_address: string, { traffic }: RemoteOptions) =>
  async (url: string, init: fetchUtils.Options = {}) => {
    const done = traffic.start(!init.method || init.method === 'GET' ? 'reads' : 'writes')
    try {
      return await fetchUtils.fetchJson(url, { ...init, credentials: 'omit' })
    } finally {
      done()
    }
  }

/** Names the service in its failure, so that the user knows whom to ask. */
async function explained<T>(answer: Promise<T>, { rest = '' }: Resource, { say }: RemoteOptions): Promise<T> {
  try {
    return await answer
  } catch (failure) {
    if (failure instanceof Error && failure.name === 'AbortError') throw failure
    const service = new URL(rest).host
    const body: unknown = failure instanceof HttpError ? failure.body : null
    const status = failure instanceof HttpError ? Number(failure.status) : 0
    // Without an answer the browser says no more than that; a missing header is the service's configuration.
    const key =
      status > 0
        ? 'errors.remote'
        : failure instanceof Error && failure.message.includes('Content-Range')
          ? 'errors.remote_range'
          : 'errors.remote_silent'
    const msg = status > 0 && failure instanceof Error ? failure.message : undefined
    throw new HttpError(say(key, { service, ...(msg ? { msg } : {}) }), status, body)
  }
}
