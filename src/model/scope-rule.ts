import type { Actor } from './actor'
import type { Json } from './json'
import type { Entity, Scope, Tenant } from './model'
import type { Operand, Operator, Rule } from './rule'

/** A user's bound in one kind of tenant; a null value is a tenant he does not have, and so nothing is his. */
interface Bound {
  readonly tenant: Tenant
  readonly op: Extract<Operator, 'eq' | 'in'>
  readonly value: Json
}

/**
 * Which rows of an entity a user may meet, as one rule for lists, records, look-ups, exports and the WHERE of writes. What an entity does
 * not say is closed to whoever is bound, but for areas: they divide a company only where an entity names them.
 * @param use 'write' leaves out the rows that tenants share: they read them, they do not own them
 * @returns null: every row; 'none': no row at all
 */
export function scopeRule(entity: Pick<Entity, 'scope'>, actor: Actor, use: 'read' | 'write' = 'read'): Rule | 'none' | null {
  const parts: Rule[] = []
  for (const bound of boundsOf(entity.scope, actor)) {
    const path = entity.scope[bound.tenant]
    if (path !== undefined) parts.push(within(path, bound, use === 'read' && isShared(entity.scope, bound.tenant)))
    else if (!isOpen(entity.scope, bound.tenant, use)) return 'none'
  }
  const [only] = parts
  return parts.length > 1 ? { all: parts } : only ?? null
}

/** Whether rows without a value there are everybody's to read. */
export const isShared = ({ shared }: Scope, tenant: Tenant): boolean => shared === true || (shared?.includes(tenant) ?? false)

/** Column of the entity's own that says its rows' tenant of a kind, and the value that a new row of this user gets there. */
export function ownTenants(entity: Pick<Entity, 'scope' | 'fields'>, actor: Actor): readonly { readonly field: string; readonly value: Json }[] {
  return boundsOf(entity.scope, actor).flatMap(({ tenant, value }) => {
    const field = entity.scope[tenant]
    // A path is not this row's to set, nor is the id of the tenant's own row.
    if (field === undefined || field === 'id' || !Object.hasOwn(entity.fields, field)) return []
    const [own = null, ...others] = Array.isArray(value) ? (value as readonly Json[]) : [value]
    return own === null || others.length > 0 ? [] : [{ field, value: own }]
  })
}

function boundsOf(scope: Scope, actor: Actor): Bound[] {
  const { id_company, id_partner = null, id_branches, id_areas = null } = actor
  const bounds: Bound[] = []
  // A partner is a company as well: where rows name no partner, his are his company's.
  if (id_partner !== null && scope.partner !== undefined) bounds.push({ tenant: 'partner', op: 'eq', value: id_partner })
  else if (id_company !== null || !(actor.root || actor.operator)) bounds.push({ tenant: 'company', op: 'eq', value: id_company })
  if (id_branches !== null) bounds.push({ tenant: 'branch', op: 'in', value: id_branches })
  if (id_areas !== null && scope.area !== undefined) bounds.push({ tenant: 'area', op: 'in', value: id_areas })
  return bounds
}

// Staff of a branch keep the house's own catalogues, which no branch divides; a company only reads them.
const isOpen = (scope: Scope, tenant: Tenant, use: 'read' | 'write'): boolean =>
  isShared(scope, tenant) && (use === 'read' || tenant === 'branch')

function within(path: string, { op, value }: Bound, shared: boolean): Rule {
  const operand = pathOperand(path)
  const mine: Rule = value === null ? { any: [] } : { operand, op, value: { kind: 'literal', value } }
  return shared ? { any: [mine, { operand, op: 'isNull', value: { kind: 'literal', value: true } }] } : mine
}

/** `id_company`, or one or two references away: `id_store.id_partner`, `id_article.id_store.id_partner`. */
function pathOperand(path: string): Operand {
  const [first = '', ...rest] = path.split('.')
  return rest.length === 0 ? { kind: 'field', field: first } : { kind: 'path', ref: first, field: rest.join('.') }
}
