import { parentPort, workerData } from 'node:worker_threads'
import type { PlanProgress } from '../../model/plan/optimised'
import type { RoutePlan, Problem } from '../../model/plan/problem'
import type { PlanChoices } from '../../model/plan/optimised'
import { solvePlan, type SolvedPlan } from './core/solve'

/** What the thread is started with. `stop` is a cell that is 1 as soon as the best plan so far is wanted. */
export interface OptimiseWork {
  readonly problem: Problem
  readonly choices: PlanChoices
  readonly from: RoutePlan | null
  readonly stop: SharedArrayBuffer
}

export type OptimiseMessage =
  | { readonly progress: PlanProgress }
  | { readonly solved: SolvedPlan }
  | { readonly error: string }

/** The module that the thread starts with: its own source, or the built file. */
export const optimiseThreadUrl = import.meta.url

/** Between two better plans, so that they are shown and not only counted. */
const PROGRESS_MS = 100

function run({ problem, choices, from, stop }: OptimiseWork, say: (message: OptimiseMessage) => void): void {
  const cell = new Int32Array(stop)
  let said_ms = -Infinity
  const solved = solvePlan(problem, {
    ...choices,
    from,
    isStopped: () => Atomics.load(cell, 0) === 1,
    onProgress(progress) {
      // Which plans are shown depends on the clock; which plan is found does not.
      if (progress.iteration > 0 && performance.now() - said_ms < PROGRESS_MS) return
      said_ms = performance.now()
      say({ progress })
    },
  })
  say({ solved })
}

const work = workerData as { readonly optimise?: OptimiseWork } | null
if (parentPort && work?.optimise) {
  const port = parentPort
  try {
    run(work.optimise, (message) => port.postMessage(message))
  } catch (error) {
    port.postMessage({ error: error instanceof Error ? error.message : String(error) } satisfies OptimiseMessage)
  }
}
