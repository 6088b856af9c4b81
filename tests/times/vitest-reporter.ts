import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { REPORTS, type FileTimes } from './file-times'

function timesOf(module: TestModule): FileTimes {
  const { collectDuration, setupDuration, prepareDuration, environmentSetupDuration, duration } = module.diagnostic()
  const tests = [...module.children.allTests()].map((one) => ({
    title: one.fullName,
    ms: one.diagnostic()?.duration ?? 0,
  }))
  const tests_ms = tests.reduce((sum, { ms }) => sum + ms, 0)
  const import_ms = collectDuration + setupDuration + prepareDuration + environmentSetupDuration
  return {
    runner: 'vitest',
    file: module.relativeModuleId,
    total_ms: import_ms + duration,
    tests,
    // Tests of one file may run at once.
    phases: { import: import_ms, hooks: Math.max(0, duration - tests_ms), tests: tests_ms },
  }
}

/** Writes how long each file was imported, prepared and tried. */
export default class TimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const folder = process.env['TEST_TIMES']
    if (folder) writeFileSync(join(folder, REPORTS.vitest), JSON.stringify(modules.map(timesOf)))
  }
}
