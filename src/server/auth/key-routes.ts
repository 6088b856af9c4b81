import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '../../model/errors'
import type { JsonObject } from '../../model/json'
import { success } from '../answers/envelope'
import { refuseMethods } from '../answers/refuse-methods'
import { writeLog } from '../audit'
import { inScope } from '../records/read/in-scope'
import { recordContext } from '../records/record-context'
import type { Runtime } from '../runtime'
import { assertConfirmed } from './confirmation'
import { keyModules, readRights } from './key-rights'
import { keyLimits, makeKey } from './make-key'
import { requireActor } from './require-actor'
import type { Session } from './session'

const MODULE = 'api_keys'
// Keys that no longer work are shown for a while, so that their owner sees what became of them.
const SHOWN_DAYS = 90
const MAX_OWN = 200
const MAX_IDS = 1000

interface OwnKey {
  readonly id: number
  readonly name: string
  readonly prefix: string
  readonly rights: string
  readonly status: string
  readonly date_created: string
  readonly date_expires: string
  readonly last_used: string | null
  readonly last_address: string | null
}

/**
 * `GET me/keys`: the user's own keys and what a new one may open; `POST me/createKey` {name, modules: [{id, edit}], days}, which answers the key, once;
 * `POST api_keys/revoke` {id | ids}: one's own, or those in one's scope with the right to edit the module.
 */
export function registerApiKeys(app: FastifyInstance, runtime: Runtime): void {
  const { database: { db, transaction }, words, now } = runtime

  app.get('/api/admin/me/keys', async (request) => {
    const { actor } = ownSession(request)
    const rows = await db.selectFrom('api_keys').where('id_user', '=', actor.id).where('date_deleted', 'is', null)
      .where((is) => is.or([is('status', '=', 'active'), is('date_updated', '>', daysAgo(now()))]))
      .select(['id', 'name', 'prefix', 'rights', 'status', 'date_created', 'date_expires', 'last_used', 'last_address'])
      .orderBy(sql`status <> 'active'`).orderBy('id', 'desc').limit(MAX_OWN).execute() as unknown as OwnKey[]
    const modules = keyModules(runtime, actor, request.language)
    const names = new Map(modules.map(({ id, name }) => [id, name]))
    const items = rows.map((row) => ({
      ...row,
      status: statusAt(row, now()),
      rights: [...readRights(row.rights)].map(([id, edit]) => ({ id, name: names.get(id) ?? id, edit, held: (names.has(id) && (!edit || actor.rights[id]?.edit === true)) })),
    }))
    return success({ items, modules, ...keyLimits(await runtime.settings()) })
  })

  app.post<{ Body: JsonObject | null }>('/api/admin/me/createKey', async (request, reply) => {
    const session = ownSession(request)
    await assertConfirmed(db, session.id, now())
    const made = await makeKey(runtime, session, request.body ?? {})
    reply.header('cache-control', 'no-store')
    return success({ ...made, msg: words.say(request.language, 'keys.made') })
  })

  app.post<{ Body: JsonObject | null }>('/api/admin/api_keys/revoke', async (request) => {
    const ids = idsIn(request.body ?? {})
    const done = await transaction(async (tx) => {
      const rows = await tx.selectFrom('api_keys as k').leftJoin('users as u', 'u.id', 'k.id_user').leftJoin('roles as r', 'r.id', 'u.id_role')
        .where('k.id', 'in', ids).where('k.date_deleted', 'is', null).where(await inSight(runtime, request))
        .select(['k.id', 'k.id_user', 'k.name', 'k.status', 'r.root as root']).orderBy('k.id').forUpdate('k').execute()
      if (rows.length === 0) throw new AppError('NOT_FOUND')
      const { id: asker, root, rights } = requireActor(request)
      const others = rows.filter(({ id_user }) => id_user !== asker)
      if (others.length > 0 && !root && !rights[MODULE]?.edit) throw new AppError('FORBIDDEN')
      if (!root && others.some((one) => one.root === true)) throw new AppError('FORBIDDEN', { say: 'errors.protected_key' })
      const open = rows.filter(({ status }) => status !== 'revoked')
      const stamp = now().toISOString()
      if (open.length > 0) {
        await tx.updateTable('api_keys').set({ status: 'revoked', date_revoked: stamp, date_updated: stamp, version: sql`version + 1` })
          .where('id', 'in', open.map(({ id }) => Number(id))).execute()
      }
      await writeLog(tx, ...open.map(({ id, name }) => ({
        id_user: asker, type_log: 'revoke_key', target: MODULE, id_target: Number(id), title: String(name), platform: request.session?.platform ?? 'web',
        id_session: request.sessionId, date: now(),
      })))
      return rows.length
    })
    runtime.changed(MODULE)
    return success({ msg: words.say(request.language, done === 1 ? 'keys.revoked' : 'keys.revoked_many', { count: done }) })
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

/** Which keys, as rows `k`, the asker knows of: their own, and with the module those in their scope. */
async function inSight(runtime: Runtime, request: FastifyRequest) {
  const actor = requireActor(request)
  const own = request.session?.viewer ? sql<boolean>`false` : sql<boolean>`k.id_user = ${actor.id}`
  const resource = Object.values(runtime.model().resources).find(({ entity, module }) => entity === MODULE && module !== null)
  if (!resource || !(actor.root || actor.rights[MODULE]?.see)) return own
  const context = await recordContext(runtime, actor, resource.name)
  return sql<boolean>`(${own} or ${inScope(context, 'k')})`
}

const daysAgo = (now: Date): string => new Date(now.getTime() - SHOWN_DAYS * 86_400_000).toISOString()

const statusAt = ({ status, date_expires }: OwnKey, now: Date): string =>
  status === 'active' && Date.parse(String(date_expires).replace(' ', 'T').replace(/\+00$/, 'Z')) <= now.getTime() ? 'expired' : status

/** @throws {AppError} MALFORMED */
function idsIn({ id, ids }: JsonObject): number[] {
  const numbers = (Array.isArray(ids) ? ids : [id]).map(Number)
  if (numbers.length === 0 || numbers.length > MAX_IDS || numbers.some((one) => !Number.isInteger(one) || one < 1 || one > 2 ** 31 - 1)) throw new AppError('MALFORMED')
  return numbers
}
