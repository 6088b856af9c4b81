import { AppError } from '../../../model/errors'
import type { Db } from '../database/database'

const WINDOW_MS = 60_000

interface Window {
  readonly start_ms: number
  calls: number
}

/** Counts one more call of `who`. @param most calls a minute @throws {AppError} TOO_MANY with `retry_s` */
type CountCall = (db: Db, who: string, now: Date, max: number) => void

/**
 * A limit of calls a minute for each caller (a person, an address, a link), counted in this process: it protects the
 * server and paid services, not secrets. Attempts to log in are counted in the database, over all processes.
 * @param say i18n key of the sentence for callers who ask too often; it has `retry_s`
 * @param most_known callers that are remembered at once
 */
export function callLimit(say: string, most_known = 20_000): CountCall {
  const windows = new WeakMap<Db, Map<string, Window>>()
  return (db, who, now, max) => {
    const all = windows.get(db) ?? new Map<string, Window>()
    windows.set(db, all)
    const now_ms = now.getTime()
    const known = all.get(who)
    const window = known && now_ms - known.start_ms < WINDOW_MS ? known : { start_ms: now_ms, calls: 0 }
    if (window !== known) {
      if (all.size >= most_known) all.clear()
      all.set(who, window)
    }
    window.calls += 1
    if (window.calls <= max) return
    throw new AppError('TOO_MANY', {
      say,
      params: { retry_s: Math.max(1, Math.ceil((window.start_ms + WINDOW_MS - now_ms) / 1000)) },
    })
  }
}
