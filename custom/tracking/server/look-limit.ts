import { AppError } from '#engine/model'
import type { Db } from '#engine/server'

const WINDOW_MS = 60_000
// A carrier puts many phones behind one address, each of which looks six times a minute; one link is looked at by a family.
const MOST = { network: 1200, link: 240 } as const
const MAX_KNOWN = 20_000

interface Window { readonly start_ms: number; looks: number }
const windows = new WeakMap<Db, Map<string, Window>>()

/**
 * Counts a look at a public page in this process, per minute and address or link. It spares the server; what guards a ride are the 128 bits
 * of its link.
 * @throws {AppError} TOO_MANY with `retry_s`
 */
export function countLook(db: Db, of: keyof typeof MOST, name: string, now: Date): void {
  const all = windows.get(db) ?? new Map<string, Window>()
  windows.set(db, all)
  const key = `${of} ${name}`
  const now_ms = now.getTime()
  const known = all.get(key)
  const window = known && now_ms - known.start_ms < WINDOW_MS ? known : { start_ms: now_ms, looks: 0 }
  if (window !== known) {
    if (all.size >= MAX_KNOWN) all.clear()
    all.set(key, window)
  }
  window.looks += 1
  if (window.looks <= MOST[of]) return
  throw new AppError('TOO_MANY', { say: 'tracking.too_many', params: { retry_s: Math.max(1, Math.ceil((window.start_ms + WINDOW_MS - now_ms) / 1000)) } })
}
