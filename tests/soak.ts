import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

// Ten whole runs of the tests, each in another order, with another share of what is spread, and nine of them under a
// moved clock; nothing is tried a second time. `npm run test:soak`, or a part of it: `npm run test:soak -- 0 3 7`.

/**
 * Moments at which a run begins, in UTC; null: now. Hours all around Lima's day, and days on which calendars go wrong.
 */
const CLOCKS: readonly (string | null)[] = [
  null,
  '2027-01-13T00:40:00Z',
  '2027-01-13T04:50:00Z',
  '2027-01-13T09:15:00Z',
  '2027-01-13T13:30:00Z',
  '2027-01-13T18:45:00Z',
  '2027-01-13T23:40:00Z',
  // 23:50 in Lima: midnight comes while the tests run.
  '2027-05-01T04:50:00Z',
  '2027-01-01T04:50:00Z',
  '2028-03-01T04:50:00Z',
]

/** Debian's package `faketime`. */
function fakeClock(): string {
  const found = readdirSync('/usr/lib')
    .map((folder) => join('/usr/lib', folder, 'faketime/libfaketime.so.1'))
    .find((path) => existsSync(path))
  if (!found) throw new Error('libfaketime is not here (Debian: apt-get install faketime)')
  return found
}

/**
 * Processes of a run begin at different times and must agree: what is moved is by how much the clock is ahead, not
 * where it stands.
 */
function movedTo(moment: string): NodeJS.ProcessEnv {
  const ahead_s = Math.round((Date.parse(moment) - Date.now()) / 1000)
  return {
    LD_PRELOAD: fakeClock(),
    FAKETIME: `${ahead_s < 0 ? '' : '+'}${ahead_s}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }
}

const asked = process.argv.slice(2).map(Number)
const failed: string[] = []
let isBuilt = false
for (const [place, moment] of CLOCKS.entries()) {
  if (asked.length > 0 && !asked.includes(place)) continue
  const began = performance.now()
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'run.ts')], {
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_ORDER: String(place + 1),
      TEST_SHARE: String(place),
      ...(isBuilt ? { TEST_BUILT: '1' } : {}),
      ...(moment === null ? {} : movedTo(moment)),
    },
  })
  console.log(
    `\n═══ run ${place} at ${moment ?? 'the real time'}: exit ${status}, ${((performance.now() - began) / 1000).toFixed(0)} s`,
  )
  isBuilt = true
  if (status !== 0) failed.push(`run ${place} at ${moment ?? 'the real time'}`)
}
console.log(failed.length === 0 ? '\nevery run passed' : `\nfailed: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)
