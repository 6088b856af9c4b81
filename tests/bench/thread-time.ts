import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright'
import { atMost, type Bench } from './bench'

/** A frame of a screen that draws sixty a second. */
const FRAME_MS = 16

export interface Measured {
  readonly page: Page
  readonly clock: CDPSession
  readonly tell: Bench['tell']
  readonly rounds: number
  /** Folder for a processor profile of each figure; null: none. */
  readonly profile: string | null
}

/**
 * Changes something before each of some polls and tells what the page's thread does from one poll to the next, less
 * what it does in an idle page.
 */
export async function polled(
  { page, clock, tell, rounds, profile }: Measured,
  what: string,
  path: string,
  change: (round: number) => Promise<void>,
): Promise<void> {
  const took: { script: number; all: number }[] = []
  const answered = () => page.waitForResponse((reply) => reply.url().includes(path), { timeout: 60_000 })
  await answered()
  if (profile !== null) {
    await clock.send('Profiler.enable')
    await clock.send('Profiler.start')
  }
  for (let round = 0; round < rounds; round++) {
    await page.waitForTimeout(700)
    await change(round)
    const before = await spent(clock)
    await answered()
    // What is drawn because of the answer is drawn in the frames after it; the next poll is two seconds off.
    await page.waitForTimeout(900)
    const after = await spent(clock)
    took.push({ script: after.script - before.script, all: after.all - before.all })
  }
  if (profile !== null) {
    mkdirSync(profile, { recursive: true })
    writeFileSync(
      join(profile, `${what.replaceAll(/\W+/g, '-')}.cpuprofile`),
      JSON.stringify((await clock.send('Profiler.stop')).profile),
    )
  }
  const middle = (of: (one: { script: number; all: number }) => number): number =>
    took.map(of).sort((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0
  const script = middle((one) => one.script)
  tell(
    what,
    `${script.toFixed(1)} ms of script, ${middle((one) => one.all).toFixed(1)} ms with style, layout and drawing`,
    atMost(script, FRAME_MS, ' ms'),
  )
}

/** Milliseconds that the page's thread has spent so far. */
export async function spent(clock: CDPSession): Promise<{ readonly script: number; readonly all: number }> {
  const { metrics } = await clock.send('Performance.getMetrics')
  const of = (name: string): number => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000
  return { script: of('ScriptDuration'), all: of('TaskDuration') }
}
