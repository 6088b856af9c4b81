import type { FastifyInstance } from 'fastify'
import { AppError } from '../../model/errors'
import { LastingJson } from '../platform/answers/lasting-json'
import type { Words } from '../language/runtime'

const YEAR_S = 31_536_000

/**
 * `GET words/:language`: the texts of the interface, public because the login page needs them too. With `?hash=` of its
 * content it never goes stale.
 */
export function registerWords(app: FastifyInstance, words: Words): void {
  const bodies = new Map<string, LastingJson>()
  app.get<{ Params: { language: string }; Querystring: { hash?: string } }>(
    '/api/admin/words/:language',
    async (request, reply) => {
      const { language } = request.params
      if (!words.languages.includes(language)) throw new AppError('NOT_FOUND')
      const { hash, words: dictionary } = words.dictionary(language)
      const etag = `"${hash}"`
      const lasting = request.query.hash === hash
      reply
        .header('etag', etag)
        .header('cache-control', lasting ? `public, max-age=${YEAR_S}, immutable` : 'public, no-cache')
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      const body = bodies.get(hash) ?? new LastingJson(JSON.stringify({ ok: true, language, hash, words: dictionary }))
      bodies.set(hash, body)
      return body.send(request, reply)
    },
  )
}
