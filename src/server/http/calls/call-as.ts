import { loadActor } from '../../language/actor/actor'
import type { Actor } from '../../../model/rights/actor'
import type { CallContext } from '../../language/feature/call'
import type { Runtime } from '../../language/runtime'
import { callOfAsker } from './call-of-asker'

/**
 * What a call of this user would get now, with the rights and the scope that they have at this moment, for work in
 * their name that nobody is waiting for; null: they may not log in.
 * @param mayAs the rights that this work has instead, such as those of the program for what it does at their wish
 */
export async function callAs(
  runtime: Runtime,
  id_user: number,
  mayAs: (actor: Actor) => Actor = (actor) => actor,
): Promise<CallContext | null> {
  const own = await loadActor(runtime.database.db, runtime, id_user)
  if (!own) return null
  const actor = mayAs(own)
  return callOfAsker({
    runtime,
    model: runtime.model(),
    actor,
    settings: await runtime.settings(),
    origin: { id_session: null, platform: 'api' },
  })
}
