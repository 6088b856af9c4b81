import type { Actor } from './actor'
import { holdsForUser } from '../rules/holds'
import type { Model } from '../model'
import type { Resource } from '../resource'
import type { Rule } from '../rules/rule'
import { isHeldBack } from './scope-rule'

type Scoped = Pick<Model, 'application' | 'entities'>

/** Whether the user sees the module of a resource; what is available only as a reference has no module. */
export function maySee(actor: Actor, resource: Pick<Resource, 'module' | 'root'>): boolean {
  if (resource.module === null) return false
  return actor.root || (resource.root !== true && rightsOf(actor, resource.module)?.see === true)
}

/** Whether the user may create, change and remove in it; users cannot change what they do not see. */
export function mayEdit(actor: Actor, resource: Pick<Resource, 'module' | 'root'>): boolean {
  return (
    maySee(actor, resource) &&
    (actor.root || (resource.module !== null && rightsOf(actor, resource.module)?.edit === true))
  )
}

/**
 * Whether the user may write its records; nobody may write those that only the program writes, whatever actions it
 * offers, and of what all share only who has the whole of it.
 */
export function mayWrite(
  model: Scoped,
  actor: Actor,
  resource: Pick<Resource, 'module' | 'root' | 'readOnly' | 'entity'>,
): boolean {
  return (
    resource.readOnly !== true &&
    mayEdit(actor, resource) &&
    !isHeldBack(model.application.scopes, model.entities[resource.entity], actor)
  )
}

/** Whether the user may create records of it. */
export function mayCreate(
  model: Scoped,
  actor: Actor,
  resource: Pick<Resource, 'module' | 'root' | 'readOnly' | 'entity' | 'create'>,
): boolean {
  return mayWrite(model, actor, resource) && (resource.create === undefined || holdsForUser(resource.create, actor))
}

/**
 * Whether the user may read the activity of its records: all who see them, unless a rule on its tab `logs` restricts
 * it.
 */
export function mayReadLog(actor: Actor, resource: Pick<Resource, 'module' | 'root' | 'detail'>): boolean {
  return maySee(actor, resource) && logRules(resource).every((rule) => holdsForUser(rule, actor))
}

/** The rules of a resource on who may read the activity of its records. */
export const logRules = ({ detail }: Pick<Resource, 'detail'>): readonly Rule[] =>
  detail.tabs.flatMap((tab) => (tab.kind === 'logs' ? (tab.when ?? []) : []))

function rightsOf(actor: Actor, module: string): Actor['rights'][string] | undefined {
  return Object.hasOwn(actor.rights, module) ? actor.rights[module] : undefined
}
