import { toAppError } from '../../platform/answers/error-handler'
import type { Runtime } from '../runtime'
import { isAccessOver } from './access-until'
import { loadSession } from './actor'
import type { Session } from './session'
import { tokenHash } from './token'
import { MINUTE_MS, DAY_MS, HOUR_MS } from '../../../model/values/zone-time'
import { engineTables } from '../../platform/database/engine-tables'

// Cached sessions are read again after this long, even if a notice got lost.
const KEEP_MS = 60_000
// The time of the last request is written at most this often: a list call is a read, not a read and a write.
const TOUCH_MS = 5 * 60_000
// Of a role that locks unused sessions.
const TOUCH_IDLE_MS = 20_000
const MAX_KEPT = 20_000

interface Kept {
  readonly session: Session | null
  readonly read_ms: number
}

/** Open sessions by token, kept in memory until something they are derived from changes. */
export interface SessionStore {
  /**
   * The session of a token; `locked` where its role says so of one that nobody used for long.
   * @param isUsed false: the call is the program's own, and keeps no session of such a role unlocked
   * @returns null when it is closed, unknown, idle for longer than the setting `session_days`, or older than
   * `session_max_days` or its role's `session_hours`
   */
  find(token: string, isUsed?: boolean): Promise<Session | null>
  /** Forgets what is cached: a user, a role, a right or a session changed. */
  forget(): void
}

export function sessionStore(runtime: Runtime): SessionStore {
  const kept = new Map<string, Kept>()
  // A read that began before a change must not be kept after it.
  let generation = 0

  async function read(hash: string): Promise<Session | null> {
    const at = generation
    const session = await loadSession(runtime.database.db, runtime, hash)
    if (kept.size >= MAX_KEPT) kept.clear()
    if (at === generation && session) kept.set(hash, { session, read_ms: runtime.now().getTime() })
    return session
  }

  async function touched(hash: string, session: Session, now_ms: number): Promise<Session> {
    try {
      await engineTables(runtime.database.db)
        .updateTable('sessions')
        .set({ last_activity: new Date(now_ms).toISOString() })
        .where('id', '=', session.id)
        .execute()
    } catch (failure) {
      // What is read needs no room: the next request tries again.
      if (toAppError(failure).code !== 'STORAGE_FULL') throw failure
      return session
    }
    const fresh = { ...session, last_activity_ms: now_ms }
    const before = kept.get(hash)
    if (before) kept.set(hash, { ...before, session: fresh })
    return fresh
  }

  return {
    async find(token, isUsed = true) {
      const hash = tokenHash(token)
      const now_ms = runtime.now().getTime()
      const known = kept.get(hash)
      const isKnown = known !== undefined && Math.abs(now_ms - known.read_ms) < KEEP_MS
      const first = isKnown ? known.session : await read(hash)
      // Another server may have heard from its person since.
      const session = isKnown && first && isLocked(first, now_ms) ? await read(hash) : first
      if (!session) return null
      const settings = await runtime.settings()
      const { session_days, session_max_days } = settings
      if (isAccessOver(session.person['access_until'], session.actor.root, settings, runtime.now())) return null
      if (
        now_ms - session.last_activity_ms > Number(session_days) * DAY_MS ||
        now_ms - session.opened_ms >
          Math.min(Number(session_max_days) * DAY_MS, (session.bounds.hours ?? Infinity) * HOUR_MS)
      )
        return null
      if (isLocked(session, now_ms)) return { ...session, locked: true }
      const locks = session.bounds.idle_minutes !== null
      return (isUsed || !locks) && now_ms - session.last_activity_ms > (locks ? TOUCH_IDLE_MS : TOUCH_MS)
        ? touched(hash, session, now_ms)
        : session
    },
    forget() {
      generation++
      kept.clear()
    },
  }
}

const isLocked = ({ locked, bounds: { idle_minutes }, last_activity_ms }: Session, now_ms: number): boolean =>
  locked || (idle_minutes !== null && now_ms - last_activity_ms > idle_minutes * MINUTE_MS)
