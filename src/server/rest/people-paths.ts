import type { TSchema } from 'typebox'
import type { Scopes } from '../../model/application'
import type { CallContract } from '../../model/call'
import { isObject, type Json, type JsonObject } from '../../model/json'
import { peopleCalls, type PeopleCalls } from '../../model/people-calls'
import type { Resource } from '../../model/resource'
import { mayEdit } from '../../model/rights/access'
import type { Actor } from '../../model/rights/actor'
import { hasWhole, takesPart, type PeoplePart } from '../../model/rights/house'
import { failing } from './failures'

type Call = keyof PeopleCalls

/** The calls of each part; `people` counts for comments and followers. */
const CALLS: { readonly [part in PeoplePart]: readonly Call[] } = {
  comments: ['comments', 'comment', 'changeComment', 'removeComment', 'mentionable', 'people'],
  follow: ['follow', 'unfollow', 'people'],
  tags: ['tags', 'retag', 'changeTag', 'mergeTags', 'removeTag'],
}
/** Tags are made, renamed and removed by the house alone. */
const OF_POOL: readonly Call[] = ['changeTag', 'mergeTags', 'removeTag']

/**
 * What people do around the records of a catalogue, by path, as the asker may: calls of the console's API, with its session. API keys have none of them.
 * @param id the parameter that names a record
 */
export function peoplePaths(scopes: Scopes, actor: Actor, resource: Resource, tag: string, id: JsonObject): { readonly [path: string]: JsonObject } {
  if (actor.key) return {}
  const may = (call: Call): boolean => (call === 'retag' || OF_POOL.includes(call) ? mayEdit(actor, resource) && (call === 'retag' || hasWhole(scopes, actor)) : true)
  const open = (Object.keys(CALLS) as PeoplePart[]).filter((part) => takesPart(scopes, actor, resource, part)).flatMap((part) => CALLS[part].filter(may))
  const contracts = peopleCalls(resource.endpoint)
  const paths: { [path: string]: { [part: string]: Json } } = {}
  for (const name of new Set(open)) {
    const contract = contracts[name]
    const isOfOne = contract.path.includes('/:id/')
    const path = `/${contract.path.replace('/:id/', '/{id}/')}`
    const there = paths[path] ??= { servers: [{ url: '/api/admin' }], ...(isOfOne ? { parameters: [id] } : {}) }
    there[contract.method.toLowerCase()] = describe(contract, `${resource.name}_${name}`, tag, isOfOne)
  }
  return paths
}

function describe({ method, request, response }: CallContract, operationId: string, tag: string, isOfOne: boolean): JsonObject {
  const { properties, required } = partsOf(request)
  const asked = Object.entries(properties).filter(([name]) => !(isOfOne && name === 'id'))
  const input: JsonObject = method === 'GET'
    ? { parameters: asked.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema })) }
    : asked.length === 0 ? {} : {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { type: 'object', additionalProperties: false, required: asked.map(([name]) => name).filter((name) => required.includes(name)), properties: Object.fromEntries(asked) } } },
      },
    }
  const given = partsOf(response)
  const schema = { type: 'object', required: ['ok', ...given.required], properties: { ok: { const: true }, ...given.properties } }
  return {
    tags: [tag], operationId, security: [{ session: [] }], ...input,
    responses: { 200: { description: 'OK', content: { 'application/json': { schema } } }, ...failing('NOT_FOUND', 'VALIDATION') },
  }
}

/** A contract's schema as plain JSON. */
function partsOf(schema: TSchema): { readonly properties: { readonly [name: string]: JsonObject }; readonly required: readonly string[] } {
  const { properties, required } = JSON.parse(JSON.stringify(schema)) as JsonObject
  return { properties: isObject(properties) ? properties as { [name: string]: JsonObject } : {}, required: Array.isArray(required) ? required.map(String) : [] }
}
