import type { Runtime } from '../../language/runtime'

export interface JobContext {
  readonly runtime: Runtime
  /** Aborts when the app closes or another process has taken over: stop at the next safe point. */
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

/** Work that is repeated, by one process at a time, whichever of those that share the database it is. */
export interface Job {
  /** Unique, and used for the election; names that begin with `engine.` are the engine's own. */
  readonly name: string
  /** Seconds from the end of one run to the start of the next; `wakeJob` starts it earlier. */
  readonly every_s: number
  /** True: every process does it at the same time, and its work shares itself out. */
  readonly shared?: true
  /**
   * A throw is logged and the job runs again at its time. The work must survive an interruption anywhere: the process
   * may die.
   */
  run(context: JobContext): Promise<void>
}
