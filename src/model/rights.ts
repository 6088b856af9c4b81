import type { Actor } from './actor'
import type { Resource } from './model'

/** Whether the user sees the module of a resource; what is reachable as a reference only is nobody's module. */
export function maySee(actor: Actor, resource: Pick<Resource, 'module' | 'root'>): boolean {
  if (resource.module === null) return false
  return actor.root || (resource.root !== true && rightsOf(actor, resource.module)?.see === true)
}

/** Whether the user may create, change and remove in it; nobody changes what he does not see. */
export function mayEdit(actor: Actor, resource: Pick<Resource, 'module' | 'root'>): boolean {
  return maySee(actor, resource) && (actor.root || (resource.module !== null && rightsOf(actor, resource.module)?.edit === true))
}

/** Whether the user may write its records; what the program alone writes is nobody's, whatever actions it offers. */
export function mayWrite(actor: Actor, resource: Pick<Resource, 'module' | 'root' | 'readOnly'>): boolean {
  return resource.readOnly !== true && mayEdit(actor, resource)
}

function rightsOf(actor: Actor, module: string): Actor['rights'][string] | undefined {
  return Object.hasOwn(actor.rights, module) ? actor.rights[module] : undefined
}
