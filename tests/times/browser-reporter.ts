import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter'
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { REPORTS, type FileTimes } from './file-times'

type Phases = { [phase: string]: number }

const ROOT = join(import.meta.dirname, '../..')
const LOADS = /^(Navigate|Reload|Go back|Go forward)|page\.(goto|reload|goBack|goForward)/

/** What a step of Playwright's is for; those that hold others have no phase of their own. */
function phaseOf({ category, title }: TestStep): string | null {
  if (category === 'expect') return 'expecting'
  if (category !== 'pw:api') return null
  return LOADS.test(title) ? 'page load' : 'acting'
}

/** Adds what a step took to its phase. @returns how much of it is told so far */
function addStep(step: TestStep, phases: Phases): number {
  const phase = phaseOf(step)
  const within_ms = phase === null ? step.steps.reduce((sum, one) => sum + addStep(one, phases), 0) : 0
  const name = phase ?? (step.category === 'hook' || step.category === 'fixture' ? 'fixtures' : 'calls and own work')
  phases[name] = (phases[name] ?? 0) + Math.max(0, step.duration - within_ms)
  return step.duration
}

/**
 * Writes what the time of each file went into: pages that load, what is waited for, what is pressed and typed, calls.
 */
export default class TimesReporter implements Reporter {
  readonly #files = new Map<string, { total_ms: number; phases: Phases; tests: { title: string; ms: number }[] }>()

  onTestEnd(test: TestCase, { duration, steps }: TestResult): void {
    if (steps.length === 0) return
    const file = `${relative(ROOT, test.location.file)} ${test.parent.project()?.name ?? ''}`
    const times = this.#files.get(file) ?? { total_ms: 0, phases: {}, tests: [] }
    this.#files.set(file, times)
    const told_ms = steps.reduce((sum, step) => sum + addStep(step, times.phases), 0)
    times.phases['calls and own work'] = (times.phases['calls and own work'] ?? 0) + Math.max(0, duration - told_ms)
    times.total_ms += duration
    times.tests.push({ title: test.title, ms: duration })
  }

  onEnd(): void {
    const folder = process.env['TEST_TIMES']
    if (!folder) return
    const files = [...this.#files].map(([file, times]): FileTimes => ({ runner: 'browser', file, ...times }))
    writeFileSync(join(folder, REPORTS.browser), JSON.stringify(files))
  }
}
