import type { FastifyInstance } from 'fastify'
import { requireActor } from '../work/accounts/require-actor'
import type { Runtime } from '../language/runtime'
import { modelView } from '../language/metadata/model-view'

const YEAR_S = 31_536_000

/**
 * `GET model/:hash`: the Model as the actor may see it. Under its own hash it never changes, so a browser caches it;
 * for an old hash (a file was saved, or a right changed) the current Model is sent and not cached.
 */
export function registerModel(app: FastifyInstance, runtime: Runtime): void {
  app.get<{ Params: { hash: string } }>('/api/admin/model/:hash', async (request, reply) => {
    const view = modelView(runtime.model(), requireActor(request))
    const fresh = request.params.hash === view.hash
    reply.header('cache-control', fresh ? `private, max-age=${YEAR_S}, immutable` : 'no-store')
    return view.body.send(request, reply)
  })
}
