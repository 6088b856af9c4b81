import { createHash } from 'node:crypto'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest files: one that begins last is waited for by a worker that has nothing to do. */
const LONG = [
  'api/start',
  'conformance/project',
  'api/fleet-beside',
  'api/import-kill',
  'conformance/random',
  'api/sheets-hostile',
  'api/dispatch-search',
  'database/kill',
  'api/limits',
  'api/kill',
  'database/large',
  'api/sheets-books',
  'api/dispatch-worker-kill',
  'api/dispatch-bookings',
  'api/export-files',
  'conformance/matrix',
]

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = LONG.findIndex((name) => moduleId.endsWith(`tests/${name}.test.ts`))
  return place === -1 ? LONG.length : place
}

/** A number that a file and the run's share decide: the same in each run of a commit, another one for the next. */
const diceOf = ({ moduleId }: TestSpecification): string =>
  createHash('sha256')
    .update(`${process.env['TEST_SHARE'] ?? ''} ${moduleId}`)
    .digest('hex')

/** The order of a run: the long files first, then the others at random, so that ten commits in a row try ten orders. */
export class LongFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const dice = new Map(files.map((file) => [file, diceOf(file)]))
    return Promise.resolve(
      [...files].sort((a, b) => placeOf(a) - placeOf(b) || ((dice.get(a) ?? '') < (dice.get(b) ?? '') ? -1 : 1)),
    )
  }
}
