import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * What a body must bring in each such time: 500 bytes a second is a fifth of a telephone's slowest line, and half a
 * minute a tunnel.
 */
export interface LeastSpeed {
  readonly bytes: number
  readonly in_ms: number
}
const MIN_SPEED: LeastSpeed = { bytes: 15_000, in_ms: 30_000 }

interface Window {
  readonly began_ms: number
  readonly bytes: number
}

/**
 * Cuts requests whose bodies come in drops, each of which would hold a connection for as long as it likes. There is no
 * time for a whole body: a large file over a slow line takes as long as it takes.
 */
export function cutSlowBodies(app: FastifyInstance, { bytes, in_ms }: LeastSpeed = MIN_SPEED): void {
  const windows = new Map<FastifyRequest['raw'], Window>()
  const look = () => {
    const now = performance.now()
    for (const [raw, { began_ms, bytes: before }] of windows) {
      const { socket } = raw
      // A call without a network (`inject`) has no speed.
      if (raw.complete || typeof raw.socket.bytesRead !== 'number' || socket.destroyed) windows.delete(raw)
      // What has come and was not read yet: the server is slow, and not the line.
      else if (raw.readableLength > 0 || socket.bytesRead - before >= bytes)
        windows.set(raw, { began_ms: now, bytes: socket.bytesRead })
      else if (now - began_ms >= in_ms) {
        windows.delete(raw)
        // As Node itself ends a request that takes too long: 408, if nothing was answered yet.
        app.server.emit(
          'clientError',
          Object.assign(new Error('The body came too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
          socket,
        )
      }
    }
  }
  const timer = setInterval(look, in_ms / 4).unref()
  app.addHook('onRequest', async ({ raw }) => {
    if (
      raw.complete ||
      (raw.headers['transfer-encoding'] === undefined && !(Number(raw.headers['content-length']) > 0))
    )
      return
    windows.set(raw, { began_ms: performance.now(), bytes: raw.socket.bytesRead })
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
