import type { HeldLock } from '../database/database'
import type { Runtime } from '../../language/runtime'
import type { Job } from './job'
import { jobsAtWork } from './jobs-at-work'

// A new server answers its first calls before it does anything else.
const FIRST_MS = 1000

interface RunningJob {
  wake(): void
  /** Ends the current run at its next safe point, and gives up the election. */
  stop(): Promise<void>
}

/**
 * One job in one process: tries to be elected, and does the work while it is.
 * @param timed false: only when it is woken
 */
export function runJob(job: Job, runtime: Runtime, log: (line: string) => void, timed = true): RunningJob {
  const stopping = new AbortController()
  let lock: HeldLock | null = null
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> | null = null
  let again = false
  const known = { name: job.name, shared: job.shared === true, failed: null as string | null }
  jobsAtWork(runtime.database.db).set(job.name, known)

  async function once(): Promise<void> {
    try {
      if (lock?.lost.aborted) lock = null
      if (!job.shared) lock ??= await runtime.database.tryLock(`job ${job.name}`)
      if (!lock && !job.shared) return
      await job.run({ runtime, log, signal: lock ? AbortSignal.any([stopping.signal, lock.lost]) : stopping.signal })
      known.failed = null
    } catch (error) {
      known.failed = error instanceof Error ? error.message : String(error)
      if (!stopping.signal.aborted)
        log(`job ${job.name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    }
  }

  function start(): void {
    if (stopping.signal.aborted) return
    clearTimeout(timer)
    // A request during the run may have come too late for that run.
    if (turn) {
      again = true
      return
    }
    again = false
    turn = once().finally(() => {
      turn = null
      if (again) start()
      else plan(job.every_s * 1000)
    })
  }

  function plan(after_ms: number): void {
    if (timed && !stopping.signal.aborted) timer = setTimeout(start, after_ms).unref()
  }

  plan(Math.min(FIRST_MS, job.every_s * 1000))
  return {
    wake: start,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await turn
      await lock?.release()
    },
  }
}
