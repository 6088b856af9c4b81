import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest files: one that begins last is waited for by a worker that has nothing to do. */
const LONG = [
  'api/start', 'conformance/project', 'api/fleet-beside', 'api/import-kill', 'conformance/random', 'api/sheets-hostile', 'api/dispatch-search', 'database/kill',
  'api/limits', 'api/kill', 'database/large', 'api/sheets-books', 'api/dispatch-worker-kill', 'api/dispatch-bookings', 'api/export-files', 'conformance/matrix',
]

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = LONG.findIndex((name) => moduleId.endsWith(`tests/${name}.test.ts`))
  return place === -1 ? LONG.length : place
}

/** The order of a run: the long files first, whatever was measured on another machine; then as vitest has it. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b))
  }
}
