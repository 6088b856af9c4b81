import { sql, type RawBuilder } from 'kysely'
import { takesPart } from '../../../model/rights/house'
import type { RecordContext } from '../record-context'
import { living } from '../fields/in-scope'

/** Filter of the catalogues whose records are followed: `1` shows those that the asker follows. */
export const FOLLOWED = 'followed'

/**
 * The condition of records `t` that the asker follows, or does not; null: the catalogue has no such filter for them.
 */
export function followedCondition(
  { entity, resource, actor, model }: RecordContext,
  wanted: boolean,
): RawBuilder<boolean> | null {
  if (Object.hasOwn(entity.fields, FOLLOWED) || !takesPart(model.application.scopes, actor, resource, 'follow'))
    return null
  const id = entity.key ? sql`f.id_target` : sql`f.id_target::int`
  return sql<boolean>`t.id ${wanted ? sql`in` : sql`not in`} (select ${id} from record_followers as f
    where f.id_user = ${actor.id} and f.entity = ${entity.name} and f.follows and ${living('f')})`
}
