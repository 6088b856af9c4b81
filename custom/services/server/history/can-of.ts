import { isStaff } from '#app/asker'
import type { Actor } from '#engine/model'
import type { DispatcherService } from '../../model/dispatcher-service'
import { OVER } from '../../../service-states/model'

type Flags = Readonly<Record<'can_edit_price_fee' | 'can_edit_price_driver' | 'can_complete_review', 0 | 1>>

/**
 * What may be done with the sums and the review of a service (spec 1 §3): staff who may edit services, once it is
 * finalized.
 */
export function sumsCan(actor: Actor, { state, review }: { readonly state: unknown; readonly review: unknown }): Flags {
  const may = isStaff(actor) && mayEditServices(actor) && state === 'finalized'
  return {
    can_edit_price_fee: may ? 1 : 0,
    can_edit_price_driver: may ? 1 : 0,
    can_complete_review: may && review === 'pending' ? 1 : 0,
  }
}

const mayEditServices = (actor: Actor): boolean => actor.root || actor.rights['services']?.edit === true

/** The same with what else the page of a service offers. */
export function canOf({ actor }: { readonly actor: Actor }, { state }: DispatcherService, review: unknown) {
  const staff = isStaff(actor)
  const isOver = (OVER as readonly string[]).includes(state)
  const edits = staff && mayEditServices(actor)
  return {
    ...sumsCan(actor, { state, review }),
    can_edit_in_dispatcher: Number(staff && !isOver && (actor.root || actor.rights['dispatcher']?.edit === true)),
    can_edit_extras: Number(edits && ['started', 'arrived', 'finalized'].includes(state)),
    can_edit_stops: Number(edits),
  }
}
