import { sql } from 'kysely'
import { maySee } from '../../../model/rights/access'
import { isHouse, takesPart, type PeoplePart } from '../../../model/rights/house'
import type { Actor } from '../../../model/rights/actor'
import { AppError } from '../../../model/errors'
import type { Json } from '../../../model/json'
import { loadActor } from '../../language/actor/actor'
import type { Db, Tx } from '../../platform/database/database'
import { findRecord } from '../../records/read/read'
import { wireColumns } from '../../records/read/wire-columns'
import type { RecordContext } from '../../records/record-context'
import { recordId, type RecordId } from '../../records/record-id'
import { recordTitle } from '../../records/record-title'
import { assertTakesPart } from '../../records/takes-part'
import { sideOf } from '../../language/actor/side'

/** A record that somebody takes part in. */
export interface AtRecord {
  readonly id: RecordId
  /** The id as tables of all entities hold it. */
  readonly key: string
  readonly title: string
  readonly isHouse: boolean
  readonly side: string
}

/** Tenants take part in records of their own; what is shared with everybody is nobody's to talk about. */
const useOf = (isOfHouse: boolean): 'read' | 'write' => (isOfHouse ? 'read' : 'write')

/** The record of a call, as its asker sees it. @throws {AppError} FORBIDDEN, NOT_FOUND also outside their scope */
export async function recordAt(context: RecordContext, part: PeoplePart, given: Json | undefined): Promise<AtRecord> {
  assertTakesPart(context, part)
  const {
    entity,
    actor,
    model: {
      application: { scopes },
    },
    runtime: {
      database: { db },
    },
  } = context
  const id = recordId(entity, given)
  const isOfHouse = isHouse(scopes, actor)
  const record = await findRecord(context, db, wireColumns(context), id, { use: useOf(isOfHouse) })
  if (record)
    return { id, key: String(id), title: recordTitle(entity, record), isHouse: isOfHouse, side: sideOf(scopes, actor) }
  if (isOfHouse || !(await findRecord(context, db, wireColumns(context), id))) throw new AppError('NOT_FOUND')
  throw new AppError('FORBIDDEN', { say: 'people.shared' })
}

/** Somebody who may see a record and takes part there. */
export interface Seer {
  readonly actor: Actor
  readonly title: string
  readonly isHouse: boolean
  readonly side: string
}

/** Whether a person may see a record of the context's catalogue now, with what they are to it; null: they may not. */
export async function seerOf(
  context: RecordContext,
  db: Db | Tx,
  id_user: number,
  id: RecordId,
  part: PeoplePart,
): Promise<Seer | null> {
  const {
    runtime,
    resource,
    entity,
    model: {
      application: { scopes },
    },
  } = context
  const actor = await loadActor(db, runtime, id_user)
  if (!actor || !maySee(actor, resource) || !takesPart(scopes, actor, resource, part)) return null
  const there: RecordContext = { ...context, actor }
  const isOfHouse = isHouse(scopes, actor)
  const record = await findRecord(there, db, wireColumns(there), id, { use: useOf(isOfHouse) })
  return record && { actor, title: recordTitle(entity, record), isHouse: isOfHouse, side: sideOf(scopes, actor) }
}

/** @throws {AppError} FORBIDDEN for who views as somebody else: nobody is made to say what they did not */
export async function assertThemselves({
  origin,
  runtime: {
    database: { db },
  },
}: Pick<RecordContext, 'origin' | 'runtime'>): Promise<void> {
  if (origin.id_session === null) return
  const { rows } = await sql`select 1 from sessions where id = ${origin.id_session} and id_user_as is not null`.execute(
    db,
  )
  if (rows.length > 0) throw new AppError('FORBIDDEN', { say: 'errors.viewing_as' })
}
