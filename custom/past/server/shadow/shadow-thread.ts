import { parentPort, workerData } from 'node:worker_threads'
import { zonedText } from '#engine/model'
import { compareRules, type Comparison } from '../../model/shadow/compare-rules'
import type { RideEnd, ShadowDay, ShadowRule } from '../../model/shadow/shadow-day'

/** What the thread is started with. `stop` is a cell that is 1 as soon as nobody wants the end any more. */
export interface ShadowWork {
  readonly day: ShadowDay
  readonly real: readonly RideEnd[]
  readonly rules: { readonly own: ShadowRule; readonly other: ShadowRule }
  readonly late_s: number
  readonly zone: string
  readonly stop: SharedArrayBuffer
}

export type ShadowMessage =
  | { readonly progress: number }
  | { readonly done: Comparison | null }
  | { readonly error: string }

/** The module that the thread starts with: its own source, or the built file. */
export const shadowThreadUrl = import.meta.url

const PROGRESS_MS = 200
const QUARTER_MS = 15 * 60_000

/** The hour of a clock, which changes by quarters at most. */
function hourIn(zone: string): (at_ms: number) => number {
  const known = new Map<number, number>()
  return (at_ms) => {
    const quarter = Math.floor(at_ms / QUARTER_MS)
    const hour =
      known.get(quarter) ?? Number(zonedText(new Date(quarter * QUARTER_MS).toISOString(), zone).slice(11, 13))
    known.set(quarter, hour)
    return hour
  }
}

function run({ day, real, rules, late_s, zone, stop }: ShadowWork, say: (message: ShadowMessage) => void): void {
  const cell = new Int32Array(stop)
  let said_ms = 0
  const done = compareRules(day, real, rules, {
    late_s,
    hourOf: hourIn(zone),
    onProgress(share) {
      if (performance.now() - said_ms >= PROGRESS_MS) {
        said_ms = performance.now()
        say({ progress: Math.floor(share * 100) })
      }
      return Atomics.load(cell, 0) === 1
    },
  })
  say({ done })
}

const work = workerData as { readonly shadow?: ShadowWork } | null
if (parentPort && work?.shadow) {
  const port = parentPort
  try {
    run(work.shadow, (message) => port.postMessage(message))
  } catch (error) {
    port.postMessage({
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    } satisfies ShadowMessage)
  }
}
