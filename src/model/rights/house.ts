import type { Scopes } from '../application'
import type { Resource } from '../resource'
import type { Rule } from '../rules/rule'
import { isOfStaff, type Actor } from './actor'

/** Who takes part in what people say and note about records: the house's staff, or everyone who sees a record. */
export type TakesPart = 'house' | 'everyone'

/** What people do around a record, each a keyword of a resource. */
export const PEOPLE_PARTS = ['comments', 'follow', 'tags'] as const
export type PeoplePart = (typeof PEOPLE_PARTS)[number]

const owners = (scopes: Scopes): Scopes =>
  Object.fromEntries(Object.entries(scopes).filter(([, { divides }]) => divides === undefined))

/** Whether somebody is of the house: staff who belong to no owner, such as a company. */
export function isHouse(scopes: Scopes, actor: Pick<Actor, 'root' | 'operator' | 'scopes'>): boolean {
  return isOfStaff(actor) && Object.keys(owners(scopes)).every((name) => (actor.scopes[name] ?? null) === null)
}

/** Whether somebody has the whole of the house, and no branch or other part of it alone: they edit what all share. */
export function hasWhole(scopes: Scopes, actor: Pick<Actor, 'root' | 'operator' | 'scopes'>): boolean {
  return isOfStaff(actor) && Object.keys(scopes).every((name) => (actor.scopes[name] ?? null) === null)
}

/** Whether somebody is of the house, as a rule on the user alone. */
export function houseRule(scopes: Scopes): Rule {
  const user = (name: string) => ({ kind: 'user' as const, name })
  const isTrue = (name: string): Rule => ({ operand: user(name), op: 'eq', value: { kind: 'literal', value: true } })
  const bounds = Object.values(owners(scopes)).map(
    ({ fact, wire, field }): Rule => ({
      operand: user(fact ? wire : field),
      op: 'isNull',
      value: { kind: 'literal', value: true },
    }),
  )
  return { all: [{ any: [isTrue('root'), isTrue('operator')] }, ...bounds] }
}

/** Whether somebody takes part in what a catalogue offers around its records. */
export function takesPart(
  scopes: Scopes,
  actor: Pick<Actor, 'root' | 'operator' | 'scopes'>,
  resource: Pick<Resource, PeoplePart>,
  part: PeoplePart,
): boolean {
  const who = resource[part]
  return who === 'everyone' || (who === 'house' && isHouse(scopes, actor))
}
