import type { Runtime } from '../runtime'

export interface JobContext {
  readonly runtime: Runtime
  /** Aborts when the app closes or another process has taken over: end at the next safe place. */
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

/** Work that one process at a time does again and again, whoever of those that share the database it is. */
export interface Job {
  /** Unique; `engine.` is the engine's own. Elects by this name. */
  readonly name: string
  /** Seconds from the end of one run to the start of the next; `wakeJob` brings it forward. */
  readonly every_s: number
  /** A throw is logged and the job runs again at its time. What it does must bear being cut off anywhere: the process may die. */
  run(context: JobContext): Promise<void>
}
