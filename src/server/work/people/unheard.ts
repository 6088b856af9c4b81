import { sql } from 'kysely'
import { mayEdit } from '../../../model/rights/access'
import type { Tx } from '../../platform/database/database'
import type { RecordContext } from '../../records/record-context'
import { seerOf, type AtRecord, type Seer } from './record-at'
import { living } from '../../records/fields/in-scope'

/** So many of a large house are told of what nobody heard, those who were here last. */
const MAX_TOLD = 20
/** So many are looked at for them. */
const MAX_ASKED = 60

/**
 * Who of the house is told of a comment from outside that nobody of the house would hear of: those who may do something
 * about the record.
 */
export async function houseOf(
  context: RecordContext,
  tx: Tx,
  at: AtRecord,
): Promise<readonly (Seer & { readonly id: number })[]> {
  const { model, actor, resource, entity } = context
  const staff = model.application.kinds.filter((kind) => kind.staff).map(({ value }) => value)
  const { rows } = await sql<{ id: number }>`select u.id from users as u join roles as r on r.id = u.id_role
    where u.type_user = any(${staff}::text[]) and u.state = '1' and ${living('u')} and u.id <> ${actor.id}
      and r.state = '1' and ${living('r')}
      and not exists (select 1 from record_followers as f where f.id_user = u.id and f.entity = ${entity.name}
        and f.id_target = ${at.key} and not f.follows and ${living('f')})
    order by (select max(s.last_activity) from sessions as s where s.id_user = u.id) desc nulls last, u.id
      limit ${MAX_ASKED}`.execute(tx)
  const found: (Seer & { readonly id: number })[] = []
  for (const { id } of rows) {
    const seer = await seerOf(context, tx, id, at.id, 'comments')
    if (seer?.isHouse && mayEdit(seer.actor, resource)) found.push({ id, ...seer })
    if (found.length === MAX_TOLD) break
  }
  return found
}
