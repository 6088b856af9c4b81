import { startThread, Turns } from '#engine/server'
import { evaluatePlan } from '../../model/plan/evaluate'
import type { OptimisedPlan, PlanChoices, PlanProgress } from '../../model/plan/optimised'
import type { RoutePlan, Problem } from '../../model/plan/problem'
import type { SolvedPlan } from './core/solve'
import type { OptimiseMessage, OptimiseWork } from './optimise-thread'
import { askVroom, type VroomServer } from './vroom/ask-vroom'

export interface OptimiseOptions extends PlanChoices {
  /** The plan that there is: what comes is never worse. Null: there is none. */
  readonly from: RoutePlan | null
  /** A VROOM server that is asked instead; ours is used where its answer cannot be. Null: none. */
  readonly vroom?: VroomServer | null
  /** The first plan at once, then better ones while they are found. */
  readonly onProgress?: (progress: PlanProgress) => void
  /** Ends it with the best plan so far. */
  readonly signal?: AbortSignal
  /** Ends it so long after its turn has come, milliseconds: a large plan, or a busy machine, takes no longer. */
  readonly within_ms?: number
}

/** For a search whose caller waits; on a machine of its own a route of a hundred stops takes about three seconds. */
const WITHIN_MS = 8_000

/** One core is left to the server: a second plan waits for its turn. */
const turns = new Turns(1)
const MEMORY_MB = 512

/**
 * The best plan found for a problem: that of the VROOM server where one is named and its answer keeps every promise,
 * else our own, which is looked for in a thread of its own. @throws {Error} for a problem that contradicts itself
 */
export async function optimise(
  problem: Problem,
  { vroom = null, ...options }: OptimiseOptions,
): Promise<OptimisedPlan> {
  const asked = vroom ? await askVroom(problem, vroom) : null
  if (asked && !('why' in asked) && asked.left.length === 0) {
    const { cost } = evaluatePlan(problem, asked)
    options.onProgress?.({ plan: asked, cost, iteration: 0, iterations: 0 })
    return {
      plan: asked,
      cost,
      by: 'vroom',
      vroom_error: null,
      seed: options.seed,
      iterations: 0,
      stopped: false,
      leftovers: [],
      balance_m: null,
    }
  }
  // An answer that leaves something over is where ours begins: it is used unless ours is better.
  const from = asked && !('why' in asked) && !options.all ? asked : null
  const { plan, iterations, leftovers, balance_m } = await ownPlan(
    problem,
    from ? { ...options, from, iterations: 0 } : options,
  )
  const isTheirs = from !== null && JSON.stringify(plan) === JSON.stringify(from)
  return {
    plan,
    cost: evaluatePlan(problem, plan).cost,
    by: isTheirs ? 'vroom' : 'own',
    vroom_error: !asked || isTheirs ? null : 'why' in asked ? asked.why : 'left_over',
    seed: options.seed,
    iterations,
    stopped: options.signal?.aborted ?? false,
    leftovers,
    balance_m,
  }
}

/** Who is stopped while they wait have the first plan at once: it takes no turn to look for nothing more. */
async function ownPlan(problem: Problem, options: Omit<OptimiseOptions, 'vroom'>): Promise<SolvedPlan> {
  const release = await turns.takeUnless(options.signal ?? new AbortController().signal)
  try {
    return await inThread(problem, options)
  } finally {
    release?.()
  }
}

async function inThread(
  problem: Problem,
  { from, seed, iterations, all, onProgress, signal, within_ms = WITHIN_MS }: Omit<OptimiseOptions, 'vroom'>,
): Promise<SolvedPlan> {
  const { optimiseThreadUrl } = await import('./optimise-thread')
  const stop = new SharedArrayBuffer(4)
  const work: OptimiseWork = { problem, choices: { seed, iterations, all }, from, stop }
  const halt = (): void => {
    Atomics.store(new Int32Array(stop), 0, 1)
  }
  if (signal?.aborted) halt()
  const worker = startThread(optimiseThreadUrl, {
    name: 'optimise',
    workerData: { optimise: work },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  signal?.addEventListener('abort', halt)
  const timer = setTimeout(halt, within_ms)
  try {
    return await new Promise<SolvedPlan>((solved, failed) => {
      worker.on('message', (message: OptimiseMessage) => {
        if ('solved' in message) solved(message.solved)
        else if ('error' in message) failed(new Error(message.error))
        else onProgress?.(message.progress)
      })
      worker.on('error', failed)
      worker.on('exit', () => failed(new Error('The thread that looks for a plan ended early.')))
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', halt)
    await worker.terminate()
  }
}
