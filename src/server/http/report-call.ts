import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../model/errors'
import type { JsonObject } from '../../model/json'
import type { Model } from '../../model/model'
import { maySeeReport, type Report } from '../../model/report'
import type { Actor } from '../../model/rights/actor'
import { success } from '../platform/answers/envelope'
import { requireActor } from '../work/accounts/require-actor'
import { originOf } from '../records/origin'
import type { Runtime } from '../language/runtime'
import { answerReport, seenTable } from '../work/reports/answer-report'
import type { Asking } from '../work/reports/block-context'
import { readReportQuery } from '../work/reports/report-query'
import { sendTable } from '../work/reports/table-file'

const indexes = new WeakMap<Model, ReadonlyMap<string, Report>>()

/** The report whose path below /api/admin this is; null: none. */
export function reportAt(model: Model, path: string): Report | null {
  const known = indexes.get(model) ?? new Map(Object.values(model.reports).map((report) => [report.path, report]))
  indexes.set(model, known)
  return known.get(path) ?? null
}

/**
 * `GET <report>`: its numbers; with `format` the rows of its table as a file. An answer that the asker has already is a
 * 304.
 * @throws {AppError} FORBIDDEN, METHOD_NOT_ALLOWED, FILTER_UNKNOWN, MALFORMED
 */
export async function reportCall(
  runtime: Runtime,
  report: Report,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<object> {
  const actor = requireActor(request)
  if (!maySeeReport(actor, report)) throw new AppError('FORBIDDEN')
  if (request.method !== 'GET') {
    reply.header('allow', 'GET')
    throw new AppError('METHOD_NOT_ALLOWED', { params: { method: request.method, allowed: 'GET' } })
  }
  return sendReport(await askingOf(runtime, actor, request), report, request.query as JsonObject, request, reply)
}

/** Who asks for a report, and under which settings and when. */
export const askingOf = async (runtime: Runtime, actor: Actor, request: FastifyRequest): Promise<Asking> => ({
  runtime,
  model: runtime.model(),
  actor,
  settings: await runtime.settings(),
  now: runtime.now(),
  origin: originOf(request),
})

/** The answer of a report that the asker may open. @throws {AppError} FILTER_UNKNOWN, MALFORMED */
export async function sendReport(
  asking: Asking,
  report: Report,
  { format, ...asked }: JsonObject,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<object> {
  const query = readReportQuery(report, asked, String(asking.settings.timezone ?? 'UTC'), asking.now)
  if (format !== undefined && format !== '')
    return sendTable(asking, report, seenTable(asking, report, query), query, format, reply)
  const { as_of, ...answer } = await answerReport(asking, report, query)
  const tag = `W/"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)}"`
  // Its reader asks every time, and gets it again only where a number has changed.
  reply
    .header('cache-control', 'private, no-cache')
    .header('vary', 'authorization, accept-language')
    .header('etag', tag)
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  return success({ ...answer, as_of })
}
