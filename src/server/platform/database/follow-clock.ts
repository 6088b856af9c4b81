import { sql } from 'kysely'
import type { Database } from './database'

/** Time as every process that shares a database sees it. */
interface Clock {
  readonly now: () => Date
  stop(): void
}

// A machine that slept has lost as much time as it slept, until this is over.
const EVERY_MS = 10_000
const SAMPLES = 3

/**
 * The database's clock, kept in this process: a deadline that one server sets is judged by others, whose own clocks may
 * be a minute apart. What happens to this machine's clock after the start changes nothing. Exact to half of the
 * shortest round trip; the embedded database has the process's own clock.
 * @throws when the database does not answer
 */
export async function followClock({ db, engine }: Pick<Database, 'db' | 'engine'>): Promise<Clock> {
  if (engine === 'pglite') return { now: () => new Date(), stop: () => {} }
  let base_ms = Date.now() - performance.now()

  async function measure(): Promise<void> {
    let best = { trip_ms: Infinity, base_ms }
    for (let sample = 0; sample < SAMPLES; sample++) {
      const sent_ms = performance.now()
      const { rows } = await sql<{
        now_ms: string
      }>`select (extract(epoch from clock_timestamp()) * 1000)::text as now_ms`.execute(db)
      const trip_ms = performance.now() - sent_ms
      if (trip_ms < best.trip_ms) best = { trip_ms, base_ms: Number(rows[0]?.now_ms) - sent_ms - trip_ms / 2 }
    }
    // Within what cannot be known it stays as it is: time that wavers would run backwards.
    if (Math.abs(best.base_ms - base_ms) > best.trip_ms / 2) base_ms = best.base_ms
  }

  await measure()
  // A database that is away is reported by those who ask it for more than the time.
  const timer = setInterval(() => {
    measure().catch(() => {})
  }, EVERY_MS).unref()
  return { now: () => new Date(base_ms + performance.now()), stop: () => clearInterval(timer) }
}
