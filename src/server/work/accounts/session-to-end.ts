import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { mayEdit } from '../../../model/rights/access'
import type { Actor } from '../../../model/rights/actor'
import { AppError } from '../../../model/errors'
import { originOf } from '../../records/origin'
import { inScope } from '../../records/fields/in-scope'
import { recordContext, type Origin, type RecordContext } from '../../records/record-context'
import type { Runtime } from '../../language/runtime'
import { requireActor } from './require-actor'
import { engineTables, livingRows } from '../../platform/database/engine-tables'

const MODULE = 'sessions'

interface Ending {
  readonly id: number
  readonly state: string
  readonly platform: string | null
}

/** The list of sessions as the asker sees it; null without the right to see it. */
export async function sessionsContext(runtime: Runtime, request: FastifyRequest): Promise<RecordContext | null> {
  const actor = requireActor(request)
  const resource = Object.values(runtime.model().resources).find(
    ({ entity, module }) => entity === MODULE && module !== null,
  )
  if (!resource || !(actor.root || actor.rights[MODULE]?.see)) return null
  return recordContext(runtime, actor, resource.name, originOf(request))
}

/**
 * A session that the asker may end: their own; and with the right to edit the module, those of people whom they may
 * edit, root's by root alone.
 * @throws {AppError} NOT_FOUND for what they do not see, as for what does not exist; FORBIDDEN for what they only see
 */
export async function sessionToEnd(runtime: Runtime, request: FastifyRequest, id: number): Promise<Ending> {
  const actor = requireActor(request)
  const context = await sessionsContext(runtime, request)
  const row = await livingRows(runtime.database.db, 'sessions as s')
    .where('s.id', '=', id)
    .select([
      's.id',
      's.id_user',
      's.state',
      's.platform',
      's.protected',
      (context ? inScope(context, 's') : sql<boolean>`false`).as('seen'),
    ])
    .executeTakeFirst()
  // Who views as another has none of that person's own.
  const isOwn = row !== undefined && Number(row.id_user) === actor.id && !request.session?.viewer
  if (!row || !(isOwn || row.seen === true)) throw new AppError('NOT_FOUND')
  if (!isOwn && !actor.root) {
    if (!actor.rights[MODULE]?.edit) throw new AppError('FORBIDDEN')
    if (row.protected === true) throw new AppError('FORBIDDEN', { say: 'errors.protected_session' })
    if (!(await mayEditPerson(runtime, actor, originOf(request), Number(row.id_user)))) throw new AppError('FORBIDDEN')
  }
  return { id, state: String(row.state), platform: typeof row.platform === 'string' ? row.platform : null }
}

/** Whether a catalogue that the asker may edit has this person in their scope. */
export async function mayEditPerson(runtime: Runtime, actor: Actor, origin: Origin, id: number): Promise<boolean> {
  for (const resource of Object.values(runtime.model().resources)) {
    if (resource.entity !== 'users' || resource.rest !== undefined || !mayEdit(actor, resource)) continue
    const people = await recordContext(runtime, actor, resource.name, origin)
    const found = await engineTables(runtime.database.db)
      .selectFrom('users as u')
      .where('u.id', '=', id)
      .where(inScope(people, 'u', { use: 'write' }))
      .select('u.id')
      .executeTakeFirst()
    if (found) return true
  }
  return false
}
