import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { RowResult } from '../../../model/catalogue-answers'
import { AppError } from '../../../model/errors'
import type { JsonObject } from '../../../model/json'
import type { ShellAnswers } from '../../../model/shell-answers'
import { DAY_MS } from '../../../model/values/zone-time'
import { success } from '../../platform/answers/envelope'
import { refuseMethods } from '../../platform/answers/refuse-methods'
import { errorAnswer } from '../../platform/answers/say-error'
import { foundRows, meansAll } from '../../records/bulk/found-rows'
import { inBatches } from '../../records/bulk/in-batches'
import type { Runtime } from '../../language/runtime'
import { assertConfirmed } from '../../language/actor/confirmation'
import { keyModules, readRights } from '../../language/actor/key-rights'
import { keyLimits, makeKey } from '../../work/accounts/make-key'
import { requireActor } from '../../work/accounts/require-actor'
import { keysContext, revokeKeys } from '../../work/accounts/revoke-keys'
import type { Session } from '../../language/actor/session'
import { livingRows } from '../../platform/database/engine-tables'

// Keys that no longer work are shown for a while, so that their owner sees what became of them.
const SHOWN_DAYS = 90
const MAX_OWN = 200
const MAX_IDS = 1000

interface OwnKey {
  readonly id: number
  readonly name: string
  readonly prefix: string
  readonly rights: string
  readonly status: 'active' | 'expired' | 'revoked'
  readonly date_created: string
  readonly date_expires: string
  readonly last_used: string | null
  readonly last_address: string | null
}

/**
 * `GET me/keys`: the user's own keys and what a new one may open; `POST me/createKey` {name, modules: [{id, edit}],
 * days}, which answers the key, once; `POST api_keys/revoke` {id | ids | all}: one's own, or those in one's scope with
 * the right to edit the module.
 */
export function registerApiKeys(app: FastifyInstance, runtime: Runtime): void {
  const {
    database: { db },
    words,
    now,
  } = runtime

  app.get('/api/admin/me/keys', async (request) => {
    const { actor } = ownSession(request)
    const rows = await livingRows(db, 'api_keys')
      .where('id_user', '=', actor.id)
      .where((is) => is.or([is('status', '=', 'active'), is('date_updated', '>', daysAgo(now()))]))
      .select(['id', 'name', 'prefix', 'rights', 'status', 'date_created', 'date_expires', 'last_used', 'last_address'])
      .orderBy(sql`status <> 'active'`)
      .orderBy('id', 'desc')
      .limit(MAX_OWN)
      .execute()
    const modules = keyModules(runtime, actor, request.language)
    const names = new Map(modules.map(({ id, name }) => [id, name]))
    const items = rows.map((row) => ({
      ...row,
      status: statusAt(row, now()),
      rights: [...readRights(row.rights)].map(([id, edit]) => ({
        id,
        name: names.get(id) ?? id,
        edit,
        held: names.has(id) && (!edit || actor.rights[id]?.edit === true),
      })),
    }))
    return success<ShellAnswers['me/keys']>({ items, modules, ...keyLimits(await runtime.settings()) })
  })

  app.post<{ Body: JsonObject | null }>('/api/admin/me/createKey', async (request, reply) => {
    const session = ownSession(request)
    await assertConfirmed(db, session.id, now())
    const made = await makeKey(runtime, session, request.body ?? {})
    reply.header('cache-control', 'no-store')
    return success({ ...made, msg: words.say(request.language, 'keys.made') })
  })

  app.post<{ Body: JsonObject | null }>('/api/admin/api_keys/revoke', async (request) => {
    const body = request.body ?? {}
    const { language } = requireActor(request)
    const revoke = async (ids: readonly number[]) => {
      const refused = await revokeKeys(runtime, request, ids)
      const [first] = refused.values()
      const results = ids.map((id): RowResult => {
        const error = refused.get(id)
        return error
          ? { id, ok: false, code: error.code, msg: errorAnswer(words, language, error).body.msg }
          : { id, ok: true, msg: words.say(language, 'keys.revoked') }
      })
      return { results, ...(first ? { first } : {}) }
    }
    if (meansAll(body)) {
      const context = await keysContext(runtime, request)
      if (!context) throw new AppError('FORBIDDEN')
      const found = await foundRows(context, body, 'read')
      return success(await inBatches(context, found, body.run, (batch) => revoke(batch.map(Number))))
    }
    const ids = idsIn(body)
    const { results, first } = await revoke(ids)
    const done = results.filter(({ ok }) => ok).length
    if (first && done === 0) throw first
    const msg =
      done === 1 ? words.say(language, 'keys.revoked') : words.say(language, 'keys.revoked_many', { count: done })
    return success({ msg, ...(body.ids === undefined ? {} : { results }) })
  })

  refuseMethods(app, '/api/admin/me/keys', 'GET')
  refuseMethods(app, '/api/admin/me/createKey', 'POST')
  refuseMethods(app, '/api/admin/api_keys/revoke', 'POST')
}

/** @throws {AppError} UNAUTHENTICATED; FORBIDDEN while viewing as another, whose keys are theirs alone */
function ownSession(request: FastifyRequest): Session {
  requireActor(request)
  if (!request.session) throw new AppError('UNAUTHENTICATED')
  if (request.session.viewer) throw new AppError('FORBIDDEN', { say: 'errors.viewing_as' })
  return request.session
}

const daysAgo = (now: Date): string => new Date(now.getTime() - SHOWN_DAYS * DAY_MS).toISOString()

const statusAt = ({ status, date_expires }: OwnKey, now: Date): OwnKey['status'] =>
  status === 'active' && Date.parse(String(date_expires).replace(' ', 'T').replace(/\+00$/, 'Z')) <= now.getTime()
    ? 'expired'
    : status

/** @throws {AppError} MALFORMED */
function idsIn({ id, ids }: JsonObject): number[] {
  const numbers = (Array.isArray(ids) ? ids : [id]).map(Number)
  if (
    numbers.length === 0 ||
    numbers.length > MAX_IDS ||
    numbers.some((one) => !Number.isInteger(one) || one < 1 || one > 2 ** 31 - 1)
  )
    throw new AppError('MALFORMED')
  return numbers
}
