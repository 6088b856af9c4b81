import { AppError } from '../../model/errors'
import { runTestCall, testsCall } from '../../model/check-calls'
import { serveCall, type CallContext, type ServerCall } from '../language/feature/call'
import type { ServerFeature } from '../language/feature/feature'
import type { Runtime } from '../language/runtime'
import { outsideChecks } from '../work/checks/outside-checks'
import { ownChecks } from '../work/checks/own-checks'
import type { CheckOutcome, SelfCheck } from '../work/checks/self-check'
import { upgradeCheck } from '../work/checks/upgrade-check'

/** What does not answer by then has failed. */
const MAX_WAIT_MS = 8_000

/** The checks of the engine and of the features, each on its own call. @param wait_ms for a check to answer */
export function checkCalls(
  runtime: Runtime,
  features: readonly ServerFeature[],
  wait_ms = MAX_WAIT_MS,
): readonly ServerCall[] {
  const own = features.flatMap((feature) => feature.checks ?? [])
  const checks = [...ownChecks, upgradeCheck(features), ...outsideChecks, ...own]
  const nameOf = ({ say }: CallContext, { key }: SelfCheck): string => say(`tests.${key}.name`)
  return [
    serveCall(testsCall, (context) => {
      requireRoot(context)
      return Promise.resolve({ items: checks.map((check) => ({ id: check.key, name: nameOf(context, check) })) })
    }),
    serveCall(runTestCall, async (context, { id }) => {
      requireRoot(context)
      const check = checks.find(({ key }) => key === id)
      if (!check) throw new AppError('NOT_FOUND')
      const started_ms = performance.now()
      const { state, why, params } = await checkOutcome(check, runtime, wait_ms)
      // What every check may meet is said for all of them.
      const key = why === 'late_answer' || why === 'error' ? `tests.${why}` : `tests.${id}.${why}`
      return {
        item: {
          id,
          name: nameOf(context, check),
          state,
          said: context.say(key, params),
          advice: state === 'ok' || state === 'off' ? null : context.say(`${key}_do`, params),
          took_ms: Math.round(performance.now() - started_ms),
        },
      }
    }),
  ]
}

function requireRoot({ actor }: CallContext): void {
  if (!actor.root) throw new AppError('FORBIDDEN')
}

/** Never throws, and never waits longer than it may. */
export async function checkOutcome(check: SelfCheck, runtime: Runtime, wait_ms: number): Promise<CheckOutcome> {
  const over = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<CheckOutcome>((resolve) => {
    timer = setTimeout(() => {
      resolve({ state: 'failed', why: 'late_answer', params: { s: Math.ceil(wait_ms / 1000) } })
      over.abort()
    }, wait_ms)
  })
  const failed = (error: unknown): CheckOutcome => ({
    state: 'failed',
    why: 'error',
    params: { reason: error instanceof Error ? error.message.slice(0, 300) : String(error) },
  })
  try {
    return await Promise.race([check.run(runtime, over.signal).catch(failed), late])
  } finally {
    clearTimeout(timer)
  }
}
