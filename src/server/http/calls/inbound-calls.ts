import type { FastifyInstance } from 'fastify'
import { refuseMethods } from '../../platform/answers/refuse-methods'
import { networkOf } from '../../platform/network/network'
import type { InboundCall } from '../../language/feature/inbound'
import type { Runtime } from '../../language/runtime'

/**
 * Registers the calls that programs of others make of their own accord, below /api/hooks: their bodies are kept as the
 * bytes that came, for their signatures are over these.
 */
export async function registerInboundCalls(
  app: FastifyInstance,
  runtime: Runtime,
  calls: readonly InboundCall[],
): Promise<void> {
  await app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const { path, max_bytes, handle } of calls) {
      hooks.route({
        method: ['GET', 'POST'],
        url: `/api/hooks/${path}`,
        bodyLimit: max_bytes,
        exposeHeadRoute: false,
        config: { guestBytes: max_bytes },
        handler: async (request, reply) => {
          const answer = await handle(runtime, {
            method: request.method === 'POST' ? 'POST' : 'GET',
            params: request.params as { readonly [name: string]: string },
            query: textsOf(request.query),
            url: `${request.protocol}://${request.host}${request.url}`,
            header: (name) => textsOf(request.headers)[name] ?? null,
            body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
            network: networkOf(request.ip),
          })
          if (answer.policy !== undefined) reply.header('content-security-policy', answer.policy)
          return reply
            .code(answer.status)
            .type(answer.type ?? 'text/plain; charset=utf-8')
            .send(answer.text ?? '')
        },
      })
      refuseMethods(hooks, `/api/hooks/${path}`, ['GET', 'POST'])
    }
  })
}

/** What is there once, as text. */
const textsOf = (values: unknown): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(values as object).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
