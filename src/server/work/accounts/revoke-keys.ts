import type { FastifyRequest } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Tx } from '../../platform/database/database'
import { writeLog } from '../../language/audit'
import { inScope } from '../../records/fields/in-scope'
import { recordContext, type RecordContext } from '../../records/record-context'
import { originOf } from '../../records/origin'
import type { Runtime } from '../../language/runtime'
import { requireActor } from './require-actor'
import { raised } from '../../records/write/raised'
import { engineTables, livingRows } from '../../platform/database/engine-tables'

const MODULE = 'api_keys'

/** The catalogue of keys as the asker sees it; null without the right to see it. */
export async function keysContext(runtime: Runtime, request: FastifyRequest): Promise<RecordContext | null> {
  const actor = requireActor(request)
  const resource = Object.values(runtime.model().resources).find(
    ({ entity, module }) => entity === MODULE && module !== null,
  )
  if (!resource || !(actor.root || actor.rights[MODULE]?.see)) return null
  return recordContext(runtime, actor, resource.name, originOf(request))
}

/**
 * Revokes keys: one's own, and in one's scope those of others with the right to edit the module, root's by root alone.
 * @returns what prevented it, by id; the others are revoked, now or before
 */
export async function revokeKeys(
  runtime: Runtime,
  request: FastifyRequest,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AppError>> {
  const { id: asker, root, rights } = requireActor(request)
  const sight = inSight(request, await keysContext(runtime, request))
  const refused = await runtime.database.transaction(async (tx) => {
    const rows = await livingRows(tx, 'api_keys as k')
      .leftJoin('users as u', 'u.id', 'k.id_user')
      .leftJoin('roles as r', 'r.id', 'u.id_role')
      .where('k.id', 'in', ids)
      .where(sight)
      .select(['k.id', 'k.id_user', 'k.name', 'k.status', 'r.root as root'])
      .orderBy('k.id')
      .forUpdate('k')
      .execute()
    const found = new Map(rows.map((row) => [Number(row.id), row]))
    const errors = new Map(
      ids.flatMap((id) => {
        const row = found.get(id)
        if (!row) return [[id, new AppError('NOT_FOUND')] as const]
        if (row.id_user === asker || root) return []
        if (!rights[MODULE]?.edit) return [[id, new AppError('FORBIDDEN')] as const]
        return row.root === true ? [[id, new AppError('FORBIDDEN', { say: 'errors.protected_key' })] as const] : []
      }),
    )
    const open = rows.filter(({ id, status }) => status !== 'revoked' && !errors.has(Number(id)))
    await close(
      runtime,
      tx,
      request,
      asker,
      open.map(({ id, name }) => ({ id: Number(id), name: String(name) })),
    )
    return errors
  })
  runtime.changed(MODULE)
  return refused
}

async function close(
  { now }: Runtime,
  tx: Tx,
  request: FastifyRequest,
  asker: number,
  keys: readonly { readonly id: number; readonly name: string }[],
): Promise<void> {
  if (keys.length === 0) return
  const date = now()
  const stamp = date.toISOString()
  await engineTables(tx)
    .updateTable('api_keys')
    .set({ status: 'revoked', date_revoked: stamp, ...raised(date) })
    .where(
      'id',
      'in',
      keys.map(({ id }) => id),
    )
    .execute()
  await writeLog(
    tx,
    ...keys.map(({ id, name }) => ({
      id_user: asker,
      type_log: 'revoke_key',
      target: MODULE,
      id_target: id,
      title: name,
      platform: request.session?.platform ?? 'web',
      id_session: request.sessionId,
      date,
    })),
  )
}

/** Which keys, as rows `k`, the asker knows of. Who views as another has none of that person's own. */
function inSight(request: FastifyRequest, context: RecordContext | null): RawBuilder<boolean> {
  const own = request.session?.viewer ? sql<boolean>`false` : sql<boolean>`k.id_user = ${requireActor(request).id}`
  return context ? sql<boolean>`(${own} or ${inScope(context, 'k')})` : own
}
