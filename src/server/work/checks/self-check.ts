import type { Runtime } from '../../language/runtime'

/** What a check found: its sentence is `tests.<key>.<why>`, what to do about it `tests.<key>.<why>_do`. */
export interface CheckOutcome {
  /** `off`: there is nothing to check. */
  readonly state: 'ok' | 'warning' | 'failed' | 'off'
  readonly why: string
  readonly params?: { readonly [name: string]: string | number }
}

/**
 * A check of `/tests`: what the program can find out about itself and its services when root asks. It changes nothing
 * that anybody sees.
 */
export interface SelfCheck {
  /** Its name is said by `tests.<key>.name`. */
  readonly key: string
  /** A throw is a failure; `signal` aborts when its time is over. */
  run(runtime: Runtime, signal: AbortSignal): Promise<CheckOutcome>
}
