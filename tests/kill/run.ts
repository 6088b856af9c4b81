import { join } from 'node:path'
import { freshDatabase, privatePostgres } from '../postgres'
import { killProject } from './kill-project'
import { effectRounds } from './effect-rounds'
import { killRounds } from './kill-rounds'
import { rideRounds } from './ride-rounds'

/**
 * `npm run test:kill`: kills the server KILL_ROUNDS times (50) on each database at random moments of writes and
 * imports, then as often the whole
 * application while rides are booked, driven and paid, and proves after each that nothing acknowledged is lost and
 * nothing half is there. The exit code is 1 at any loss. `npm run test:kill -- rides` (or `writes`, `effects`) runs one
 * of the three.
 */
const rounds = Number(process.env['KILL_ROUNDS'] ?? 50)
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error(`KILL_ROUNDS must be a whole number from 1, not "${process.env['KILL_ROUNDS']}".`)

const [only] = process.argv.slice(2)
const postgres = await privatePostgres()
let lost = 0
try {
  for (const engine of only === 'rides' || only === 'effects' ? [] : (['pglite', 'postgres'] as const)) {
    console.log(`\n── ${engine}: ${rounds} kills`)
    if (engine === 'postgres' && 'skipped' in postgres) {
      console.log(`skipped: ${postgres.skipped}`)
      continue
    }
    const project = killProject()
    const own = engine === 'postgres' && 'url' in postgres ? await freshDatabase(postgres.url) : null
    try {
      lost += await killRounds(
        { PROJECT_DIR: project.root, DATABASE_URL: own?.url ?? '', DATA_DIR: join(project.root, 'var') },
        rounds,
      )
    } finally {
      project.remove()
      await own?.drop()
    }
  }
  if (only === undefined || only === 'effects') {
    console.log(`\n── effects: ${rounds} kills`)
    const project = killProject()
    const own = 'url' in postgres ? await freshDatabase(postgres.url) : null
    try {
      lost += await effectRounds(
        { PROJECT_DIR: project.root, DATABASE_URL: own?.url ?? '', DATA_DIR: join(project.root, 'var') },
        rounds,
      )
    } finally {
      project.remove()
      await own?.drop()
    }
  }
  if ((only === undefined || only === 'rides') && 'url' in postgres) {
    console.log(`\n── rides: ${rounds} kills`)
    lost += await rideRounds(postgres.url, rounds)
  }
} finally {
  if ('stop' in postgres) await postgres.stop()
}
console.log(lost === 0 ? '\nNothing was lost.' : `\n${lost} losses.`)
process.exit(lost === 0 ? 0 : 1)
