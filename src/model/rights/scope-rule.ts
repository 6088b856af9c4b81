import { isOfStaff, type Actor, type ScopeValue } from './actor'
import { ownerNames, PERSON, type Scopes } from '../application'
import { isSharedIn, scopePath, type Entity, type Scope } from '../entity'
import type { Json } from '../json'
import type { Operand, Rule } from '../rules/rule'

/** An actor's bound in one scope; null: the actor has no value there, so no rows are theirs. */
interface Bound {
  readonly name: string
  readonly value: ScopeValue
}

/**
 * Which rows of an entity an actor may see, as one rule for lists, records, look-ups, exports and the WHERE of writes.
 * A scope that the entity does not name closes it to all who are bound by it, except scopes that divide only what names
 * them. Users who are neither staff nor of an owner see the rows that are their own (`user`). Rows that belong to
 * somebody are never shared.
 * @param scopes those that the application declares
 * @param use 'write' leaves out what is shared, which all read and who has the whole of it changes, unless
 * `x-scope.edit` opens it
 * @returns null: every row; 'none': no row at all
 */
export function scopeRule(
  scopes: Scopes,
  entity: Pick<Entity, 'scope'>,
  actor: Actor,
  use: 'read' | 'write' = 'read',
): Rule | 'none' | null {
  const parts: Rule[] = []
  for (const bound of boundsOf(scopes, entity.scope, actor)) {
    const path = scopePath(entity.scope, bound.name)
    const nobodys = ownersBeside(scopes, entity.scope, bound.name).map(hasNone)
    if (path !== undefined) {
      const mine = within(path, bound)
      parts.push(
        use === 'read' && isSharedIn(entity.scope, bound.name)
          ? { any: [mine, allOf([hasNone(path), ...nobodys])] }
          : mine,
      )
      continue
    }
    const edit = use === 'read' || entity.scope.edit?.[bound.name]
    if (!isSharedIn(entity.scope, bound.name) || edit === undefined) return 'none'
    parts.push(...nobodys, ...(typeof edit === 'string' ? [within(edit, bound)] : []))
  }
  return parts.length === 0 ? null : allOf(parts)
}

function allOf(rules: readonly Rule[]): Rule {
  const [only, ...others] = rules
  return only !== undefined && others.length === 0 ? only : { all: rules }
}

/** Who else a row may belong to, so that a row without a value in one scope is not everybody's. */
function ownersBeside(scopes: Scopes, scope: Scope, name: string): readonly string[] {
  return (name === PERSON ? ownerNames(scopes) : [PERSON]).flatMap((other) => scopePath(scope, other) ?? [])
}

const hasNone = (path: string): Rule => ({
  operand: pathOperand(path),
  op: 'isNull',
  value: { kind: 'literal', value: true },
})

/**
 * The entity's own columns that a scope makes the same in all rows that this actor meets: a filter by them, or a column
 * of them, says nothing.
 */
export function soleFields(scopes: Scopes, entity: Pick<Entity, 'scope' | 'fields'>, actor: Actor): readonly string[] {
  const shared = Object.keys(actor.scopes)
    .filter((name) => isSharedIn(entity.scope, name))
    .map((name) => scopePath(entity.scope, name))
  return ownScopes(scopes, entity, actor)
    .map(({ field }) => field)
    .filter((field) => !shared.includes(field))
}

/** The entity's own columns that say whose its rows are, and the values that a new row of this actor gets there. */
export function ownScopes(
  scopes: Scopes,
  entity: Pick<Entity, 'scope' | 'fields'>,
  actor: Actor,
): readonly { readonly field: string; readonly value: Json }[] {
  return boundsOf(scopes, entity.scope, actor).flatMap(({ name, value }) => {
    const field = scopePath(entity.scope, name)
    // A path cannot be set on this row, nor can the id of the owner's own row.
    if (field === undefined || field === 'id' || !Object.hasOwn(entity.fields, field)) return []
    const [own = null, ...others] = Array.isArray(value) ? (value as readonly Json[]) : [value]
    return own === null || others.length > 0 ? [] : [{ field, value: own }]
  })
}

/** The entity's own fields that decide, by themselves or by what they point to, whether a row is this actor's. */
export function decidingFields(
  scopes: Scopes,
  { scope, fields }: Pick<Entity, 'scope' | 'fields'>,
  actor: Actor,
): readonly string[] {
  const names = boundsOf(scopes, scope, actor).flatMap(({ name }) => scopePath(scope, name)?.split('.')[0] ?? [])
  return [...new Set(names)].filter((name) => name !== 'id' && Object.hasOwn(fields, name))
}

/**
 * Of them the references to what has an owner: a record of this actor's own refers to one of their own, not to what all
 * share.
 */
export function owningReferences(
  scopes: Scopes,
  { scope, fields }: Pick<Entity, 'scope' | 'fields'>,
  actor: Actor,
): readonly string[] {
  const paths = boundsOf(scopes, scope, actor).map(({ name }) => scopePath(scope, name)?.split('.') ?? [])
  return [
    ...new Set(paths.flatMap(([first = '', ...others]) => (others.length > 0 && fields[first]?.ref ? [first] : []))),
  ]
}

function boundsOf(scopes: Scopes, scope: Scope, actor: Actor): Bound[] {
  const valueOf = (name: string): ScopeValue => actor.scopes[name] ?? null
  const names = Object.keys(scopes)
  const owners = names.filter((name) => scopes[name]?.divides === undefined && scopes[name]?.as === undefined)
  const bounds = owners.flatMap((owner): readonly Bound[] => {
    // A particular kind of owner is an owner as well: where rows do not name it, its people are matched by the general
    // owner.
    const name =
      names.find((one) => scopes[one]?.as === owner && valueOf(one) !== null && scopePath(scope, one) !== undefined) ??
      owner
    return valueOf(name) === null ? [] : [{ name, value: valueOf(name) }]
  })
  if (bounds.length === 0 && !isOfStaff(actor)) {
    bounds.push(...(scopePath(scope, PERSON) === undefined ? nobodys(owners) : [{ name: PERSON, value: actor.id }]))
  }
  for (const name of names) {
    const divides = scopes[name]?.divides
    const named = divides === 'all' || (divides === 'named' && scopePath(scope, name) !== undefined)
    if (named && valueOf(name) !== null) bounds.push({ name, value: valueOf(name) })
  }
  return bounds
}

/** For users who are neither staff nor of an owner, where an entity names no person: only shared rows are theirs. */
const nobodys = (owners: readonly string[]): readonly Bound[] =>
  (owners.length === 0 ? [PERSON] : owners).map((name) => ({ name, value: null }))

/**
 * Whether no row of the entity is the actor's to change, though all may be theirs to read: it is edited by who has the
 * whole of it.
 */
export const isHeldBack = (scopes: Scopes, entity: Pick<Entity, 'scope'> | undefined, actor: Actor): boolean =>
  entity === undefined || scopeRule(scopes, entity, actor, 'write') === 'none'

function within(path: string, { value: bound }: Bound): Rule {
  if (bound === null) return { any: [] }
  const isOne = Array.isArray(bound) && bound.length === 1
  // Of one place, as most people have, the rows stand in an index in the list's order; of several they do not.
  const value = isOne ? (bound[0] ?? null) : bound
  return { operand: pathOperand(path), op: Array.isArray(value) ? 'in' : 'eq', value: { kind: 'literal', value } }
}

/** `id_house`, or one or two references away: `id_book.id_house`, `id_loan.id_book.id_house`. */
function pathOperand(path: string): Operand {
  const [first = '', ...rest] = path.split('.')
  return rest.length === 0 ? { kind: 'field', field: first } : { kind: 'path', ref: first, field: rest.join('.') }
}
