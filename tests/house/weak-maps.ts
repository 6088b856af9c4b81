import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, sourceFiles } from './import-graph'

/**
 * What is found by a database, a transaction or the runtime is handed on by nobody: somebody who reads the code does
 * not see where it comes from. What many need who hold only their database is a property of it (`DatabaseContext`).
 */
const BY_PLACE = /new WeakMap<(?:Db|Tx|Database|Runtime|Write|Connection|MayCall)\b|new WeakMap<CallContext\['db'\]/

/**
 * What is found that way, and why. Each is state of the one file that keeps it, for one database of the process (tests
 * open several); what others need is handed on.
 */
export const FOUND_BY_PLACE: { readonly [file: string]: string } = {
  'custom/chats/server/talk/turns.ts': 'whose turn it is in a talk, while the process lives',
  'custom/chats/server/web/visitor.ts': 'a key read once from the settings',
  'custom/dispatcher/server/live-vehicles.ts': 'an answer that many screens share for a second',
  'custom/fares/server/book/kept-book.ts': 'the fare book, read again when it is older than a few seconds',
  'custom/fares/server/quotes/quote-key.ts': 'a key read once from the settings',
  'custom/fleet/server/ingest/ingest.ts': 'fixes that wait to be written, and which days have tables',
  'custom/geo/server/map-keys/active-keys.ts': 'keys of map services, read again when they change',
  'custom/geo/server/places/places-state.ts': 'answers of map services, and which of them fail',
  'custom/groupings/server/runs/run-search.ts': 'searches that are under way, to be stopped at the end',
  'custom/messages/server/push/call-service.ts': 'connections to the services that push',
  'custom/past/server/shadow/run-shadow.ts': 'comparisons that are under way, to be stopped at the end',
  'custom/ranks/server/zones.ts': 'zones, read again when they change',
  'custom/services/server/search/dispatch-job.ts': 'when each ride was tried last',
  'src/server/http/import-calls.ts': 'files that are being read',
  'src/server/platform/database/prepared.ts': 'statements that a connection has prepared',
  'src/server/platform/jobs/jobs-at-work.ts': 'the jobs that this process takes part in',
  'src/server/platform/once/call-limit.ts': 'calls that were made within a window',
  'src/server/records/read/search-sample.ts': 'how common a word is, read again when it is old',
  'src/server/records/write/taken-elsewhere.ts': 'how often somebody was refused for a taken value',
}

const files = (): readonly string[] => [...sourceFiles('src'), ...sourceFiles('custom')]
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** Files with a WeakMap at all: nearly all of them keep what follows from metadata, which never changes. */
export const withWeakMap = (): readonly string[] => files().filter((file) => read(file).includes('new WeakMap'))

/** Files that find something by its place and are not known for it, and those that are known and do so no more. */
export function unsaidPlaces(): readonly string[] {
  const found = files().filter((file) => BY_PLACE.test(read(file)))
  return [
    ...found
      .filter((file) => !(file in FOUND_BY_PLACE))
      .map(
        (file) =>
          `${file}: hand the thing on from where it is made (the runtime, a context), or say in weak-maps.ts why it is found by its database`,
      ),
    ...Object.keys(FOUND_BY_PLACE)
      .filter((file) => !found.includes(file))
      .map((file) => `${file}: finds nothing by its place any more: take it out of FOUND_BY_PLACE`),
  ]
}
