import type { Actor } from './actor'
import type { Entity, Scope, Tenant } from './entity'
import type { Json } from './json'
import type { Operand, Operator, Rule } from './rule'

/** A user's bound in one kind of tenant; a null value is a tenant he does not have, and so nothing is his. */
interface Bound {
  readonly tenant: Tenant
  readonly op: Extract<Operator, 'eq' | 'in'>
  readonly value: Json
}

/**
 * Which rows of an entity a user may meet, as one rule for lists, records, look-ups, exports and the WHERE of writes. What an entity does
 * not say is closed to whoever is bound, but for areas: they divide a company only where an entity names them. Who is neither staff nor of
 * a company meets the rows that are his own (`user`). What is somebody's is shared with nobody.
 * @param use 'write' leaves out the rows that tenants share: they read them, they do not own them
 * @returns null: every row; 'none': no row at all
 */
export function scopeRule(entity: Pick<Entity, 'scope'>, actor: Actor, use: 'read' | 'write' = 'read'): Rule | 'none' | null {
  const parts: Rule[] = []
  for (const bound of boundsOf(entity.scope, actor)) {
    const path = entity.scope[bound.tenant]
    const nobodys = ownersBeside(entity.scope, bound.tenant).map(hasNone)
    if (path !== undefined) {
      const mine = within(path, bound)
      parts.push(use === 'read' && isShared(entity.scope, bound.tenant) ? { any: [mine, allOf([hasNone(path), ...nobodys])] } : mine)
    } else if (!isOpen(entity.scope, bound.tenant, use)) return 'none'
    else parts.push(...nobodys)
  }
  return parts.length === 0 ? null : allOf(parts)
}

function allOf(rules: readonly Rule[]): Rule {
  const [only, ...others] = rules
  return only !== undefined && others.length === 0 ? only : { all: rules }
}

/** Who else a row may belong to, so that having no value for one kind of tenant does not make it everybody's. */
function ownersBeside({ user, company, partner }: Scope, tenant: Tenant): readonly string[] {
  return (tenant === 'user' ? [company, partner] : [user]).filter((path) => path !== undefined)
}

const hasNone = (path: string): Rule => ({ operand: pathOperand(path), op: 'isNull', value: { kind: 'literal', value: true } })

/** Whether rows without a value there are everybody's to read. */
const isShared = ({ shared }: Scope, tenant: Tenant): boolean => shared === true || (shared?.includes(tenant) ?? false)

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

/** Of whoever is neither staff nor of a company, where an entity names no person: nothing is his but what is shared. */
const NOBODYS: Bound = { tenant: 'company', op: 'eq', value: null }

function boundsOf(scope: Scope, actor: Actor): Bound[] {
  const { id_company, id_partner = null, id_branches, id_areas = null } = actor
  const bounds: Bound[] = []
  // A partner is a company as well: where rows name no partner, his are his company's.
  if (id_partner !== null && scope.partner !== undefined) bounds.push({ tenant: 'partner', op: 'eq', value: id_partner })
  else if (id_company !== null) bounds.push({ tenant: 'company', op: 'eq', value: id_company })
  else if (!(actor.root || actor.operator)) bounds.push(scope.user === undefined ? NOBODYS : { tenant: 'user', op: 'eq', value: actor.id })
  if (id_branches !== null) bounds.push({ tenant: 'branch', op: 'in', value: id_branches })
  if (id_areas !== null && scope.area !== undefined) bounds.push({ tenant: 'area', op: 'in', value: id_areas })
  return bounds
}

// Staff of a branch keep the house's own catalogues, which no branch divides; a company only reads them.
const isOpen = (scope: Scope, tenant: Tenant, use: 'read' | 'write'): boolean =>
  isShared(scope, tenant) && (use === 'read' || tenant === 'branch')

function within(path: string, { op, value }: Bound): Rule {
  return value === null ? { any: [] } : { operand: pathOperand(path), op, value: { kind: 'literal', value } }
}

/** `id_company`, or one or two references away: `id_store.id_partner`, `id_article.id_store.id_partner`. */
function pathOperand(path: string): Operand {
  const [first = '', ...rest] = path.split('.')
  return rest.length === 0 ? { kind: 'field', field: first } : { kind: 'path', ref: first, field: rest.join('.') }
}
