import type { FastifyReply, FastifyRequest } from 'fastify'
import { success } from './envelope'
import { LastingJson } from './lasting-json'

/** Packed while somebody waits for it. */
const QUALITY = 5

/** An answer that many callers share: serialised and compressed once. A call returns it in place of its answer. */
export class SharedAnswer<T extends object> {
  #json: LastingJson | null = null

  constructor(readonly answer: T) {}

  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    this.#json ??= new LastingJson(JSON.stringify(success(this.answer)), QUALITY)
    return this.#json.send(request, reply)
  }
}
