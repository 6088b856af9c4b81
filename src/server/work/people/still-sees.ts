import { sql } from 'kysely'
import type { Delivery } from '../events/deliver'
import { livingRows } from '../../platform/database/engine-tables'
import { recordContext } from '../../records/record-context'
import { recordId } from '../../records/record-id'
import type { Runtime } from '../../language/runtime'
import { seerOf } from './record-at'
import { reads } from '../../language/actor/side'
import { PEOPLE_EFFECTS } from './told'

/**
 * Whether the person of a delivery may still know what they are told: they see the record, and the comment is there and
 * theirs to read.
 */
export async function mayStillBeTold(
  runtime: Runtime,
  {
    effect,
    resource,
    id_target,
    id_user,
    payload,
  }: Pick<Delivery, 'effect' | 'resource' | 'id_target' | 'id_user' | 'payload'>,
): Promise<boolean> {
  if (!Object.values(PEOPLE_EFFECTS).some((one) => one === effect) || id_user === null) return true
  const model = runtime.model()
  const catalogue = model.resources[resource]
  const entity = catalogue && model.entities[catalogue.entity]
  if (!catalogue || !entity) return false
  const {
    database: { db },
  } = runtime
  const id = recordId(entity, entity.key ? id_target : Number(id_target))
  const context = await recordContext(
    runtime,
    { id: 0, root: true, operator: true, language: '', scopes: {}, rights: {}, facts: {} },
    resource,
  )
  const seer = await seerOf(context, db, id_user, id, effect === PEOPLE_EFFECTS.change ? 'follow' : 'comments')
  const { comment } = payload === null ? {} : (JSON.parse(payload) as { readonly comment?: number })
  if (!seer || comment === undefined) return seer !== null
  const said = await livingRows(db, 'record_comments')
    .select(['side', sql<boolean>`internal`.as('internal')])
    .where('id', '=', comment)
    .executeTakeFirst()
  return said !== undefined && reads(seer.side, said)
}
