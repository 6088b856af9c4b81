import { sql } from 'kysely'
import { CommandError } from './command-error'
import type { Command } from '../../language/feature/feature'
import { makeRuntime } from '../make-runtime'
import { openProject } from '../open-project'
import { compareRollup } from '../../records/rollups/compare-rollup'
import { followMarks } from '../../records/rollups/follow-marks'
import { finish } from '../../records/rollups/follow-rollups'
import { makeTables } from '../../records/rollups/make-tables'
import { recountBuckets } from '../../records/rollups/recount'
import { hasRollups, storedRollups, type MadeRollup } from '../../records/rollups/stored-rollup'
import { walkDays } from '../../records/rollups/walk-days'
import type { Database } from '../../platform/database/database'

/**
 * `rollups`: counts every rollup again from its rows, some days at a time, while servers go on writing. `--check`
 * changes nothing: it compares them with their rows and names what differs, and then the exit code is 1.
 */
export const rollups: Command = async ({ config, args, features, log }) => {
  const unknown = args.find((arg) => arg !== '--check')
  if (unknown !== undefined) throw new CommandError(`rollups takes --check, not "${unknown}".`)
  const project = await openProject(config, features, log)
  const { database } = project
  try {
    if (!(await hasRollups(database.db))) {
      log('No schema has "x-rollups".')
      return 0
    }
    if (args.includes('--check')) return await check(database, log)
    const { timezone } = await makeRuntime(project).runtime.settings()
    await makeTables(database, String(timezone ?? 'UTC'))
    const { signal } = new AbortController()
    await followMarks(database, signal)
    for (const rollup of await made(database)) log(await rebuild(database, rollup, signal))
    return 0
  } finally {
    await database.close()
  }
}

async function made({ db }: Database): Promise<readonly MadeRollup[]> {
  return (await storedRollups(db)).flatMap(({ made: one, isRetired }) => (one && !isRetired ? [one] : []))
}

const nameOf = ({ entity, each, at, by }: MadeRollup): string =>
  `${entity} by ${each} of ${at}${by.length > 0 ? ` and ${by.join(', ')}` : ''}`

async function rebuild(database: Database, rollup: MadeRollup, signal: AbortSignal): Promise<string> {
  const began = performance.now()
  await walkDays(database, rollup, signal, (tx, buckets) => recountBuckets(tx, rollup, buckets), {
    between: () => followMarks(database, signal),
  })
  await finish(database, rollup)
  const {
    rows: [size],
  } = await sql<{
    n: number
    buckets: number
  }>`select count(*) as n, count(distinct ${sql.id(rollup.at)}) as buckets from ${sql.table(rollup.table)}`.execute(
    database.db,
  )
  return `${nameOf(rollup)}: ${size?.buckets ?? 0} ${rollup.each}s in ${size?.n ?? 0} rows, ${((performance.now() - began) / 1000).toFixed(1)} s`
}

async function check(database: Database, log: (line: string) => void): Promise<number> {
  let differ = 0
  for (const rollup of await made(database)) {
    if (!rollup.isReady) {
      log(`${nameOf(rollup)}: is being counted for the first time, and nobody reads it yet.`)
      continue
    }
    const found = await compareRollup(database, rollup, log)
    log(
      `${nameOf(rollup)}: ${found === 0 ? 'as its rows are' : `${found} counts differ. Count again: npm run rollups`}.`,
    )
    differ += found
  }
  return differ === 0 ? 0 : 1
}
