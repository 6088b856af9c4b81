import type { Actor } from '../../model/rights/actor'
import type { Model } from '../../model/model'

// react-admin's names of the actions that change nothing.
const LOOKING = new Set(['list', 'show', 'export'])

/** Whether a user may do something (react-admin's action names) with a resource, by the right on its module. */
export function mayOpen(actor: Pick<Actor, 'root' | 'rights'>, model: Model | null, resource: string, action: string): boolean {
  const module = model?.resources[resource]?.module
  return module ? mayUseModule(actor, module, LOOKING.has(action) ? 'see' : 'edit') : false
}

export function mayUseModule(actor: Pick<Actor, 'root' | 'rights'>, module: string, right: 'see' | 'edit'): boolean {
  return actor.root || actor.rights[module]?.[right] === true
}
