import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { join, sep } from 'node:path'

const YEAR_S = 31_536_000

/** Serves the built console: files named by their content never go stale, everything else is asked for anew. */
export async function serveConsole(app: FastifyInstance, folder: string): Promise<void> {
  const hashed = join(folder, 'assets') + sep
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    cacheControl: false,
    // The build wrote them beside their originals.
    preCompressed: true,
    setHeaders: (response, path) => {
      response.setHeader('cache-control', path.startsWith(hashed) ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
      response.setHeader('vary', 'accept-encoding')
    },
  })
}
