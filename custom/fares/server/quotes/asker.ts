import { type Actor, holds, type JsonObject, maySee, scopeId, scopeRule } from '#engine/model'
import type { CallContext } from '#engine/server'

/** What pricing needs of a call. */
export type PriceContext = Pick<CallContext, 'actor' | 'model' | 'db' | 'transaction' | 'now' | 'settings' | 'say'>

/** The company whose people an actor is of; null: none. */
export const companyOf = (actor: Actor): number | null => scopeId(actor, 'company')

/** The house's own people: they see breakdowns, and hidden prices (spec 1 §6). A person of a company never is. */
export const isStaff = (actor: Actor): boolean => (actor.root || actor.operator) && companyOf(actor) === null

/** Who may look at tariffs as such: price by one of them, with a distance of his own, by a driver's subscription. */
export function mayTry({ actor, model }: PriceContext): boolean {
  const resource = model.resources['tarifs']
  return resource !== undefined && isStaff(actor) && maySee(actor, resource)
}

/** Whether a row of a small catalogue lies in the asker's reach; `row` has the columns that the entity's scope names. */
export function isInScope({ actor, model, settings, now }: PriceContext, entity: string, row: JsonObject): boolean {
  const of = model.entities[entity]
  const rule = of ? scopeRule(model.application.scopes, of, actor) : 'none'
  if (rule === null || rule === 'none') return rule === null
  return holds(rule, { record: row, user: actor.facts, setting: settings, now_ms: now().getTime() })
}
