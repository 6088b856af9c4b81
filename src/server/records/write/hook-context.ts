import type { HookContext, MatterContext } from '../../language/feature/hooks'
import type { Db, Tx } from '../../platform/database/database'
import type { RecordWrites } from '../../language/feature/call'
import { hasPage } from '../../language/modules/has-page'
import type { RecordContext } from '../record-context'
import type { Write } from './open-write'

declare module '../../language/runtime' {
  interface Runtime {
    /** Catalogues as a hook writes them, within the write that it belongs to. */
    readonly writesWithin: (context: RecordContext, write: Write) => RecordWrites
  }
}

/** What hooks know that only say and settle open matters. */
export const matterContext = (
  { actor, model, now, origin, settings, runtime: { words } }: RecordContext,
  tx: Tx | Db,
): MatterContext => ({
  tx: tx as Tx,
  actor,
  model,
  now,
  settings,
  platform: origin.platform,
  id_session: origin.id_session,
  say: (key, params) => words.say(actor.language, key, params),
})

/** What the hooks of features know of a write. */
export function hookContext(context: RecordContext, write: Write, move?: string): HookContext {
  const { origin, runtime } = context
  return {
    ...matterContext(context, write.tx),
    ...(origin.address !== undefined && { address: origin.address }),
    ownProfile: origin.ownProfile === true,
    confirmed: origin.confirmed === true,
    hasPage: (path) => hasPage(runtime.modules(), path),
    get writes() {
      return runtime.writesWithin(context, write)
    },
    ...(move !== undefined && { move }),
  }
}
