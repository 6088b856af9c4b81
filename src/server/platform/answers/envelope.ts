import type { FastifyReply } from 'fastify'

/** The success body: `ok` first, then the answer. */
export const success = <T extends object>(answer: T): { readonly ok: true } & T => ({ ok: true, ...answer })

/** Sends ready-made JSON text, e.g. a cached Model. */
export function sendJsonText(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text)
}
