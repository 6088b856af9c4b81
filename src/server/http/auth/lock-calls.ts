import { activeCall, lockCall } from '../../../model/lock-calls'
import { serveCall, type ServerCall } from '../../language/feature/call'
import type { Runtime } from '../../language/runtime'
import { engineTables } from '../../platform/database/engine-tables'

/** What a console tells of who sits before it. */
export const lockCalls = (runtime: Runtime): readonly ServerCall[] => [
  serveCall(lockCall, async ({ db, session, now }) => {
    // The state is written so that all servers hear of it.
    await engineTables(db)
      .updateTable('sessions')
      .set({ state: '1', date_locked: now().toISOString() })
      .where('id', '=', session.id)
      .where('state', '=', '1')
      .execute()
    runtime.changed('sessions')
    return {}
  }),
  // A call that is heard is all that it is.
  serveCall(activeCall, async () => ({})),
]
