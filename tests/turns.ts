import { isFull, isMineOf, placeOf } from './share.ts'

// What is slow and seldom broken is not tried in every run: it takes turns, by the same count of commits as the shares
// (`share.ts`). What was changed lately has its turn in any case; a single file run by hand always has.

/**
 * Files of vitest that begin servers, kill them, fill large tables or throw dice for minutes: each more than 25 s of a
 * worker.
 */
const SLOW = [
  'api/behind-nginx',
  'api/demo-sums',
  'api/dispatch-worker-kill',
  'api/drain',
  'api/events-workers',
  'api/export-files',
  'api/export-stream',
  'api/fleet-beside',
  'api/fleet-kill',
  'api/groupings-races',
  'api/import-hostile',
  'api/import-kill',
  'api/kill',
  'api/open-links',
  'api/records-hostile',
  'api/relations-hostile',
  'api/rollups',
  'api/series',
  'api/sheets-books',
  'api/sheets-hostile',
  'api/start',
  'api/stats-secrets',
  'conformance/random',
  'conformance/reports',
  'database/kill',
  'database/large',
  'database/lock',
  'database/upgrade-kill',
  'house/one-of-each',
]
const SLOW_TURNS = 3

/** Of the catalogues of the application, each of which costs 2 s. */
const CATALOGUE_TURNS = 3

const areAllTried = isFull || process.env['TEST_SHARE'] === undefined

const changed: ReadonlySet<string> = new Set((process.env['TEST_CHANGED'] ?? '').split('\n'))

/** Files of vitest that another run tries, from the root of the project. */
export const leftOutFiles = (): readonly string[] =>
  SLOW.map((name) => `tests/${name}.test.ts`).filter(
    (path, place) => !(areAllTried || changed.has(path) || isMineOf(SLOW_TURNS, place)),
  )

/** Whether this run tries the promises that each catalogue makes (`conformance/project.test.ts`). */
export const isTried = (catalogue: string): boolean =>
  areAllTried ||
  changed.has(`resources/${catalogue}.json`) ||
  changed.has(`schemas/${catalogue}.json`) ||
  isMineOf(CATALOGUE_TURNS, placeOf(catalogue))

/** Whether this run tries a file of the browser's at a width: it takes one, the next run the other. */
export function isWidthTried(project: 'desktop' | 'phone', file: string): boolean {
  if (areAllTried || changed.has(`tests/e2e/${file}`)) return true
  return isMineOf(2, placeOf(file)) === (project === 'desktop')
}
