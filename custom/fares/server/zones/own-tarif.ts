import { tables } from '#app/tables'
import { type Actor, type JsonObject, type Model, scopeRule } from '#engine/model'
import { type Db, ruleToSql, type Tx } from '#engine/server'

interface Asking {
  readonly actor: Actor
  readonly model: Model
  readonly settings?: JsonObject
  readonly now: Date
}

/**
 * Whether the asker may write a tariff: one of another branch, or shared by all branches, may not be theirs to change.
 */
export async function isOwnTarif(
  { actor, model, settings = {}, now }: Asking,
  db: Db | Tx,
  id: number,
): Promise<boolean> {
  const entity = model.entities['tarifs']
  const scope = entity ? scopeRule(model.application.scopes, entity, actor, 'write') : 'none'
  if (!entity || scope === null || scope === 'none') return scope === null
  const within = ruleToSql(scope, { entity, model, alias: 't', user: actor.facts, settings, now })
  return (
    (await tables(db)
      .selectFrom('tarifs as t')
      .where('t.id', '=', id)
      .where(within)
      .select('t.id')
      .executeTakeFirst()) !== undefined
  )
}
