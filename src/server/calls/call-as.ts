import { loadActor } from '../auth/actor'
import type { CallContext } from '../feature/call'
import type { Runtime } from '../runtime'
import { callOfAsker } from './call-of-asker'

/** What a call of this user would get now, with the rights and the scope that they have at this moment, for work in their name that nobody is waiting for; null: they may not log in. */
export async function callAs(runtime: Runtime, id_user: number): Promise<CallContext | null> {
  const actor = await loadActor(runtime.database.db, runtime, id_user)
  if (!actor) return null
  return callOfAsker({ runtime, model: runtime.model(), actor, settings: await runtime.settings(), origin: { id_session: null, platform: 'api' } })
}
