import { findCall } from '../../../model/find-call'
import { serveCall, type ServerCall } from '../../language/feature/call'
import type { Runtime } from '../../language/runtime'
import { findRecords } from '../../records/find/find-records'

/** Records of all catalogues by a text, for the search of the whole console. */
export const findCalls = (runtime: Runtime): readonly ServerCall[] => [
  serveCall(findCall, async ({ actor, session, platform }, { q, after }) => {
    const { groups, next } = await findRecords(runtime, actor, { id_session: session.id, platform }, q, after)
    return { items: [...groups], next }
  }),
]
