import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest files: one that begins last is waited for by a worker that has nothing to do. */
const LONG = ['conformance/project', 'conformance/matrix', 'api/start', 'api/import-kill', 'api/dispatch-races', 'api/dispatch-worker-kill', 'api/sheets-hostile', 'conformance/random', 'api/kinds']

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
