import type { CallContract } from '../../../model/call'
import type { Json, JsonObject } from '../../../model/json'
import type { Actor } from '../../../model/rights/actor'
import { describeCall, contractParts } from './contract-schema'

const ABOVE = '../'

/**
 * What the features serve to applications of their own, directly below /api: calls without a session, or with the
 * session of such an application, which its log-in answers. API keys have none of them.
 */
export function outwardPaths(
  contracts: readonly CallContract[],
  actor: Actor,
): { readonly [path: string]: JsonObject } {
  if (actor.key) return {}
  const paths: { [path: string]: { [part: string]: Json } } = {}
  for (const contract of contracts) {
    const { path, method, access, request } = contract
    if (!path.startsWith(ABOVE) || typeof access !== 'string') continue
    const below = path.slice(ABOVE.length)
    const inPath = [...below.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    const { properties } = contractParts(request)
    const there = (paths[`/${below.replace(/:(\w+)/g, '{$1}')}`] ??= {
      servers: [{ url: '/api' }],
      ...(inPath.length > 0
        ? {
            parameters: inPath.map((name) => ({
              name,
              in: 'path',
              required: true,
              schema: properties[name] ?? { type: 'string' },
            })),
          }
        : {}),
    })
    const tag = below.split('/')[0] ?? ''
    there[method.toLowerCase()] = describeCall(contract, {
      operationId: `${method.toLowerCase()}_${below.replace(/\W+/g, '_')}`,
      tag,
      inPath,
    })
  }
  return paths
}
