import type { HookContext } from '../../language/feature/hooks'
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

/** What the hooks of features know of a write. */
export function hookContext(context: RecordContext, write: Write, move?: string): HookContext {
  const { actor, model, now, origin, runtime, settings } = context
  return {
    tx: write.tx,
    actor,
    model,
    now,
    settings,
    platform: origin.platform,
    id_session: origin.id_session,
    ...(origin.address !== undefined && { address: origin.address }),
    ownProfile: origin.ownProfile === true,
    confirmed: origin.confirmed === true,
    hasPage: (path) => hasPage(runtime.modules(), path),
    say: (key, params) => runtime.words.say(actor.language, key, params),
    get writes() {
      return runtime.writesWithin(context, write)
    },
    ...(move !== undefined && { move }),
  }
}
