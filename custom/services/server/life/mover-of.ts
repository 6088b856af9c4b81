import { isStaff } from '#app/asker'
import type { CallContext } from '#engine/server'
import type { MoveBy } from './move-asked'

/** The user who makes a call at the console, as one who moves services. */
export const moverOf = ({ actor, platform, session }: Pick<CallContext, 'actor' | 'platform' | 'session'>): MoveBy => ({
  mover: isStaff(actor) ? 'operator' : 'client',
  id_user: actor.id,
  platform,
  id_session: session.id,
})
