import { writeFileSync } from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter } from 'vitest/node'

/** Where the errors go that no test owns, for the end of the run: the JSON report has none of them. */
export const UNHANDLED_FILE = 'TEST_UNHANDLED_FILE'

export default class UnhandledReporter implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly SerializedError[]): void {
    const file = process.env[UNHANDLED_FILE]
    if (file)
      writeFileSync(
        file,
        errors.map(({ name, message, stack }) => `${name ?? 'Error'}: ${message}\n${stack ?? ''}`).join('\n\n'),
      )
  }
}
