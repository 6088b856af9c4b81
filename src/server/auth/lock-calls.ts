import type { FastifyRequest } from 'fastify'
import { AppError } from '../../model/errors'
import { activeCall, lockCall } from '../../model/lock-calls'
import { serveCall, type ServerCall } from '../feature/call'
import type { Runtime } from '../runtime'
import type { Session } from './session'

/** What a locked session may call: all that unlocking takes. */
const OPEN = new Set(['login/logout', 'login/look', 'words/:language', 'me/confirm', 'me/passkeyOptions', 'me/lock'].map((path) => `/api/admin/${path}`))

/** @throws {AppError} IDLE; the same call works after `POST me/confirm` */
export function assertUnlocked(request: FastifyRequest, { locked }: Session): void {
  if (locked && !request.is404 && !OPEN.has(request.routeOptions.url ?? '')) throw new AppError('IDLE')
}

/** What a console tells of who sits before it. */
export const lockCalls = (runtime: Runtime): readonly ServerCall[] => [
  serveCall(lockCall, async ({ db, session, now }) => {
    // The state is written so that all servers hear of it.
    await db.updateTable('sessions').set({ state: '1', date_locked: now().toISOString() }).where('id', '=', session.id).where('state', '=', '1').execute()
    runtime.changed('sessions')
    return {}
  }),
  // A call that is heard is all that it is.
  serveCall(activeCall, async () => ({})),
]
