// Who asks, in the words of this application: for both halves of its features.
//
//   import { isStaff } from '#app/asker'

import { type Actor, isOfStaff, scopeId } from '#engine/model'

/** The kinds of people, as `schemas/application.json` declares them and `type_user` has them. */
export const KIND = { operator: '1', driver: '2', client: '3', worker: '4' } as const

/** The company that somebody belongs to; null: none. */
export const companyOf = (actor: Actor): number | null => scopeId(actor, 'company')

/** The house's own staff: they see breakdowns, and hidden prices (spec 1 §6). A company's user never does. */
export const isStaff = (actor: Actor): boolean => isOfStaff(actor) && companyOf(actor) === null

/** Whether they look after their company's people and rides, and not after their own alone. */
export const administersCompany = ({ facts }: Actor): boolean => facts['corporate'] === true
