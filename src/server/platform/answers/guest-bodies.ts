import { Transform } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../model/errors'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is open to everybody, with a body of so many bytes at most. */
    guestBytes?: number
  }
}

/** A name, a password and what a device says of itself. */
export const GUEST_BYTES = 8 * 1024
// A form that a page sends itself (an export) has its token among its fields, and filters beside it.
const FORM_BYTES = 128 * 1024

/**
 * Whoever has no session sends a few kilobytes, not the megabytes of a form: more is 413 where everybody may call, and
 * elsewhere 401 before it is read, so that a console whose session has ended asks to log in anew.
 */
export function limitGuestBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (request.actor !== null || !request.url.startsWith('/api/')) return payload
    const most = mostOf(request)
    const length = request.headers['content-length']
    if (Number(length) > most) throw tooMuch(request)
    if (length !== undefined || request.headers['transfer-encoding'] === undefined) return payload
    let bytes = 0
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length
        done(bytes > most ? tooMuch(request) : null, chunk)
      },
    })
    payload.on('error', (error) => counted.destroy(error))
    return payload.pipe(counted)
  })
}

const mostOf = ({
  routeOptions: {
    config: { guestBytes },
  },
  headers,
}: FastifyRequest): number =>
  guestBytes ?? (headers['content-type']?.startsWith('application/x-www-form-urlencoded') ? FORM_BYTES : GUEST_BYTES)

const tooMuch = ({
  routeOptions: {
    config: { guestBytes },
  },
}: FastifyRequest): AppError => new AppError(guestBytes === undefined ? 'UNAUTHENTICATED' : 'TOO_LARGE')
