// Who asks, in the words of this application: for both halves of its features.
//
//   import { isStaff } from '#app/asker'

import { type Actor, scopeId } from '#engine/model'

/** The company that somebody belongs to; null: none. */
export const companyOf = (actor: Actor): number | null => scopeId(actor, 'company')

/** The house's own staff: they see breakdowns, and hidden prices (spec 1 §6). A company's user never does. */
export const isStaff = (actor: Actor): boolean => (actor.root || actor.operator) && companyOf(actor) === null

/** Whether they look after their company's people and rides, and not after their own alone. */
export const administersCompany = ({ facts }: Actor): boolean => facts['corporate'] === true
