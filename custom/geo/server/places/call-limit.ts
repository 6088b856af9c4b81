import { AppError } from '#engine/model'
import type { Db } from '#engine/server'

const WINDOW_MS = 60_000
const MAX_PEOPLE = 10_000

interface Window { readonly start_ms: number; calls: number }
const windows = new WeakMap<Db, Map<number, Window>>()

/**
 * Counts a person's question about places in this process; a browser that runs away is stopped before it spends a key's month. The limit
 * of money is the key's own, and holds over all processes.
 * @throws {AppError} TOO_MANY with `retry_s`
 */
export function countCall(db: Db, id_user: number, now: Date, most: number): void {
  const all = windows.get(db) ?? new Map<number, Window>()
  windows.set(db, all)
  const now_ms = now.getTime()
  const known = all.get(id_user)
  const window = known && now_ms - known.start_ms < WINDOW_MS ? known : { start_ms: now_ms, calls: 0 }
  if (window !== known) {
    if (all.size >= MAX_PEOPLE) all.clear()
    all.set(id_user, window)
  }
  window.calls += 1
  if (window.calls <= most) return
  const retry_s = Math.max(1, Math.ceil((window.start_ms + WINDOW_MS - now_ms) / 1000))
  throw new AppError('TOO_MANY', { say: 'map_keys.too_many', params: { retry_s } })
}
