import type { Actor } from '../../model/rights/actor'
import { hasWhole } from '../../model/rights/house'
import type { Model } from '../../model/model'

// react-admin's names of the actions that change nothing.
const LOOKING = new Set(['list', 'show', 'export'])

/** Whether a user may do something (react-admin's action names) with a resource, by the right on its module. */
export function mayOpen(
  actor: Pick<Actor, 'root' | 'rights'>,
  model: Model | null,
  resource: string,
  action: string,
): boolean {
  const { module, held, uncreated } = model?.resources[resource] ?? {}
  const right = LOOKING.has(action) ? 'see' : 'edit'
  return module
    ? mayUseModule(actor, module, right) && !(held && right === 'edit') && !(uncreated && action === 'create')
    : false
}

/** Whether a user may change what a module keeps for everybody: with the right to it, and the whole of the house. */
export function mayEditForAll(actor: Actor, model: Model | null, module: string): boolean {
  return mayUseModule(actor, module, 'edit') && model !== null && hasWhole(model.application.scopes, actor)
}

export function mayUseModule(actor: Pick<Actor, 'root' | 'rights'>, module: string, right: 'see' | 'edit'): boolean {
  return actor.root || actor.rights[module]?.[right] === true
}
