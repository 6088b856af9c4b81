import { HttpError, type AuthProvider } from 'react-admin'
import type { Model } from '../../model/model'
import type { SessionUser } from '../../model/shell-answers'
import { codeOf } from '../provider/failure'
import type { LoginProof, ShellCalls } from '../provider/shell-calls'
import { mayOpen } from '../session/may-open'
import { forgetPath, rememberedPath, rememberedState } from '../session/return-path'
import type { BrowserSession } from '../session/session'

/** What the auth provider may ask about the session once `verify` has answered. */
export interface SessionStanding {
  readonly verified: SessionUser | null
  readonly model: Model | null
}

interface LoginForm extends LoginProof {
  /** Chosen at the login, else the user's own stays. */
  readonly language?: string
}

/** Where a log-in leads, and what that page had kept in the history, with which react-admin does not go there. */
export interface Back {
  readonly redirectTo: string
  readonly state: unknown
}

/**
 * react-admin's auth provider over the console's session. It does not decide where to go: the session gate notices a
 * session that ends, and shows the login at once.
 */
export function createAuthProvider(
  session: BrowserSession,
  calls: ShellCalls,
  standing: () => SessionStanding,
): AuthProvider {
  return {
    async login({ language, ...proof }: LoginForm) {
      const { account, home } = await calls.login(proof)
      const remembered = rememberedPath(account.id)
      const state = remembered === null ? null : rememberedState()
      forgetPath()
      session.begin(account)
      // A language chosen at the login is kept; failing to keep it must not stop the log-in.
      if (language) await calls.setLanguage(language).catch(() => undefined)
      return { redirectTo: remembered ?? home ?? '/', state } satisfies Back
    },
    async logout() {
      const token = session.token()
      if (!token) return false
      // The account is forgotten here even when the server cannot be reached; its session then ends by age.
      await calls.logout().catch(() => undefined)
      session.end(token, 'left')
      forgetPath()
      return false
    },
    async checkAuth() {
      if (!session.token()) throw new HttpError('ra.auth.auth_check_error', 401)
    },
    async checkError(error: unknown) {
      // `message: false` keeps react-admin from saying what the login page says.
      if (codeOf(error) === 'UNAUTHENTICATED') throw Object.assign(new Error(), { message: false })
    },
    async getIdentity() {
      const data = standing().verified?.user.data ?? {}
      const { id, displayName, pic } = data
      return {
        ...data,
        id: Number(id ?? 0),
        fullName: String(displayName ?? ''),
        avatar: typeof pic === 'string' ? pic : undefined,
      }
    },
    async getPermissions() {
      return standing().verified?.user.actor.rights ?? {}
    },
    async canAccess({ action, resource }) {
      const { verified, model } = standing()
      return Boolean(verified && mayOpen(verified.user.actor, model, resource, action))
    },
  }
}
