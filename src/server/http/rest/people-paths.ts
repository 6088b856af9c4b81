import type { Scopes } from '../../../model/application'
import type { Json, JsonObject } from '../../../model/json'
import { peopleCalls, type PeopleCalls } from '../../../model/people-calls'
import type { Resource } from '../../../model/resource'
import { mayEdit } from '../../../model/rights/access'
import type { Actor } from '../../../model/rights/actor'
import { hasWhole, takesPart, type PeoplePart } from '../../../model/rights/house'
import { describeCall } from './contract-schema'

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
 * What people do around the records of a catalogue, by path, as the asker may: calls of the console's API, with its
 * session. API keys have none of them.
 * @param id the parameter that names a record
 */
export function peoplePaths(
  scopes: Scopes,
  actor: Actor,
  resource: Resource,
  tag: string,
  id: JsonObject,
): { readonly [path: string]: JsonObject } {
  if (actor.key) return {}
  const may = (call: Call): boolean =>
    call === 'retag' || OF_POOL.includes(call)
      ? mayEdit(actor, resource) && (call === 'retag' || hasWhole(scopes, actor))
      : true
  const open = (Object.keys(CALLS) as PeoplePart[])
    .filter((part) => takesPart(scopes, actor, resource, part))
    .flatMap((part) => CALLS[part].filter(may))
  const contracts = peopleCalls(resource.endpoint)
  const paths: { [path: string]: { [part: string]: Json } } = {}
  for (const name of new Set(open)) {
    const contract = contracts[name]
    const isOfOne = contract.path.includes('/:id/')
    const path = `/${contract.path.replace('/:id/', '/{id}/')}`
    const there = (paths[path] ??= { servers: [{ url: '/api/admin' }], ...(isOfOne ? { parameters: [id] } : {}) })
    there[contract.method.toLowerCase()] = describeCall(contract, {
      operationId: `${resource.name}_${name}`,
      tag,
      inPath: isOfOne ? ['id'] : [],
    })
  }
  return paths
}
