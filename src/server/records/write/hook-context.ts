import type { HookContext } from '../../language/feature/hooks'
import { hasPage } from '../../language/modules/has-page'
import type { RecordContext } from '../record-context'
import type { Write } from './open-write'

/** What the hooks of features know of a write. */
export function hookContext({ actor, model, now, origin, runtime }: RecordContext, { tx }: Write, move?: string): HookContext {
  return { tx, actor, model, now, id_session: origin.id_session, ...origin.address !== undefined && { address: origin.address }, ownProfile: origin.ownProfile === true, confirmed: origin.confirmed === true, hasPage: (path) => hasPage(runtime.modules(), path), ...(move !== undefined && { move }) }
}
