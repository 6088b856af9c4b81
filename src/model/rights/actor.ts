import type { Scopes } from '../application'
import type { Json, JsonObject } from '../json'

/** Who asks: the one object that rights, scope and rules read, on both ends. */
export interface Actor {
  readonly id: number
  readonly root: boolean
  /** Of a kind that is staff. */
  readonly operator: boolean
  readonly language: string
  /**
   * By the names of the application's scopes: only rows with this value, or these; a scope that is absent or null
   * restricts nothing.
   */
  readonly scopes: ActorScopes
  /** Module key → rights; an absent module is not seen. */
  readonly rights: { readonly [module: string]: { readonly see: boolean; readonly edit: boolean } }
  /** Every fact that a rule may name as `user.x` (includes the flags above). */
  readonly facts: { readonly [fact: string]: Json }
  /** Present: a program asks with this person's API key, with the rights of the key. */
  readonly key?: { readonly id: number; readonly name: string }
}

export type ScopeValue = number | readonly number[] | null
export interface ActorScopes {
  readonly [scope: string]: ScopeValue
}

/**
 * Whether somebody is of the staff: root, or of a kind that is staff. People of an owner may be, such as a company's
 * administrators; `isHouse` leaves them out.
 */
export const isOfStaff = ({ root, operator }: Pick<Actor, 'root' | 'operator'>): boolean => root || operator

/**
 * The facts that every session has; a rule may also name the application's scopes, the flags that it adds to roles, and
 * any field of `users`, such as `user.type_user`.
 */
export const USER_FACTS = ['id', 'root', 'operator', 'can_set_passwords', 'language', 'role_key'] as const

/** An actor's value of a scope that has at most one; null: they have none. */
export function scopeId({ scopes }: Pick<Actor, 'scopes'>, name: string): number | null {
  const value = scopes[name]
  return typeof value === 'number' ? value : null
}

/** An actor's values of a scope that can have several; null: it does not restrict them. */
export function scopeIds({ scopes }: Pick<Actor, 'scopes'>, name: string): readonly number[] | null {
  const value = scopes[name] ?? null
  return typeof value === 'number' ? [value] : value
}

/** Values of scopes under their names on the wire. */
export const wireScopes = (values: ActorScopes, scopes: Scopes): JsonObject =>
  Object.fromEntries(Object.entries(scopes).map(([name, { wire }]) => [wire, values[name] ?? null]))

/** An actor as sent to a browser: the scopes are top-level keys, each under its name on the wire. */
export interface WireActor extends Omit<Actor, 'scopes'> {
  readonly [wire: string]: unknown
}

/** What a browser receives of an actor. */
export function actorOnWire({ facts, scopes: values, ...rest }: Actor, scopes: Scopes): WireActor {
  return { ...rest, ...wireScopes(values, scopes), facts }
}

/** The actor that a browser received. */
export function fromWire({ id, root, operator, language, rights, facts, ...others }: WireActor, scopes: Scopes): Actor {
  const values = Object.fromEntries(Object.entries(scopes).map(([name, { wire }]) => [name, scopeValue(others[wire])]))
  return { id, root, operator, language, rights, facts, scopes: values }
}

function scopeValue(value: unknown): ScopeValue {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'number')
  return typeof value === 'number' ? value : null
}
