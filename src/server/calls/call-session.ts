import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../model/actor'
import { AppError } from '../../model/errors'
import { deviceOf } from '../auth/device-of'
import { logIn, logOut } from '../auth/login'
import { credentials } from '../auth/login-calls'
import type { SessionStore } from '../auth/session-store'
import type { Runtime } from '../runtime'

/** The session behind a call, and how a feature's own application opens and ends one: with the limits, the log and the device of the console's log-in. */
export interface CallSession {
  /** Row id; null: a public call without one. */
  readonly id: number | null
  /**
   * Logs in by `username` and `password` of the call's body, accounts of this type alone.
   * @throws {AppError} VALIDATION, LOGIN_FAILED, TOO_MANY
   */
  open(type_user: string): Promise<{ readonly token: string; readonly id: number; readonly actor: Actor }>
  /** Its token is dead from the next call on. */
  close(): Promise<void>
}

export function callSession(runtime: Runtime, sessions: SessionStore, request: FastifyRequest): CallSession {
  return {
    id: request.sessionId,
    async open(type_user) {
      const { username, password } = credentials(request.body as { readonly [key: string]: unknown } | null | undefined)
      const token = await logIn(runtime, username, password, deviceOf(request), { type_user })
      const session = await sessions.find(token)
      if (!session) throw new AppError('LOGIN_FAILED')
      return { token, id: session.id, actor: session.actor }
    },
    async close() {
      if (request.session) await logOut(runtime, request.session)
    },
  }
}
