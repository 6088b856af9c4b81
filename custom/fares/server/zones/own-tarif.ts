import { sql } from 'kysely'
import { scopeRule } from '../../../../src/model/access'
import type { Actor } from '../../../../src/model/actor'
import type { JsonObject } from '../../../../src/model/json'
import type { Model } from '../../../../src/model/model'
import type { Db, Tx } from '../../../../src/server/database/database'
import { ruleToSql } from '../../../../src/server/rules/rule-to-sql'

interface Asking {
  readonly actor: Actor
  readonly model: Model
  readonly settings?: JsonObject
  readonly now: Date
}

/** Whether a tariff lies where the asker writes: one of another branch, or that all branches share, may be not his to change. */
export async function isOwnTarif({ actor, model, settings = {}, now }: Asking, db: Db | Tx, id: number): Promise<boolean> {
  const entity = model.entities['tarifs']
  const scope = entity ? scopeRule(entity, actor, 'write') : 'none'
  if (!entity || scope === null || scope === 'none') return scope === null
  const within = ruleToSql(scope, { entity, model, alias: 't', user: actor.facts, settings, now })
  const { rows } = await sql`select 1 from tarifs as t where t.id = ${id} and ${within}`.execute(db)
  return rows.length > 0
}
