import type { FastifyServerFactory } from 'fastify'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'

interface ViteClient {
  /** Passes the API's requests to Fastify and everything else to vite. */
  readonly serverFactory: FastifyServerFactory
  /**
   * Starts vite on the server that the factory made.
   * @param mode `engine`: the console of an application without code
   */
  start(root: string, mode: 'development' | 'engine'): Promise<void>
  /** Notifies open pages that the Model or the words changed; they apply them without losing their place. */
  tellSaved(): void
  close(): Promise<void>
}

const OURS = /^\/(api|healthz|readyz)(\/|\?|$)/

/** The browser half from source, with hot replacement, on the same port as the API. */
export function viteClient(): ViteClient {
  let server: Server | undefined
  let vite: ViteDevServer | undefined
  return {
    serverFactory: (handle) => {
      server = createServer((request, response) => {
        if (!vite || OURS.test(request.url ?? '')) handle(request, response)
        else vite.middlewares(request, response)
      })
      return server
    },
    async start(root, mode) {
      // Loaded only here: the built server runs where vite is not installed.
      const { createServer: createVite } = await import('vite')
      const configFile = join(root, 'vite.config.ts')
      vite = await createVite({ configFile, mode, appType: 'spa', server: { middlewareMode: true, ws: { server } } })
    },
    tellSaved() {
      vite?.ws.send({ type: 'custom', event: 'metadata:saved' })
    },
    async close() {
      await vite?.close()
    },
  }
}
