import { isStaff } from '#app/asker'
import { holds, type JsonObject, maySee, scopeRule } from '#engine/model'
import type { CallContext } from '#engine/server'

/** What pricing needs from a call. */
export type PriceContext = Pick<CallContext, 'actor' | 'model' | 'db' | 'transaction' | 'now' | 'settings' | 'say'> & {
  /** The client pays themselves, whatever company is theirs. */
  readonly privately?: boolean
}

/**
 * Users who may see tariffs: they may price by one of them, with a distance of their own, by a driver's subscription.
 */
export function mayTry({ actor, model }: PriceContext): boolean {
  const resource = model.resources['tarifs']
  return resource !== undefined && isStaff(actor) && maySee(actor, resource)
}

/** Whether a row of a small catalogue is in the asker's scope; `row` has the columns that the entity's scope names. */
export function isInScope({ actor, model, settings, now }: PriceContext, entity: string, row: JsonObject): boolean {
  const of = model.entities[entity]
  const rule = of ? scopeRule(model.application.scopes, of, actor) : 'none'
  if (rule === null || rule === 'none') return rule === null
  return holds(rule, { record: row, user: actor.facts, setting: settings, now_ms: now().getTime() })
}
