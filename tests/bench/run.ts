import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadavg, availableParallelism } from 'node:os'
import { Client } from 'pg'
import { newToken } from '../../src/server/language/actor/token'
import { freshDatabase, privatePostgres } from '../postgres'
import { type AimId, type Result, type Results, tableOf } from './aims'
import { benchProject } from './bench-project'
import type { Bench } from './bench'
import { closings } from './closings'
import { childServer } from '../child-server'
import { exports } from './exports'
import { fares } from './fares'
import { find } from './find'
import { fleet } from './fleet'
import { flow } from './flow'
import { forecast } from './forecast'
import { formulas } from './formulas'
import { geo } from './geo'
import { imports } from './imports'
import { lists } from './lists'
import { maps } from './maps'
import { pages } from './pages'
import { rollups } from './rollups'
import { routes } from './routes'
import { fillRows, putSessions } from './rows'
import { desk, kitchen, screens } from './screens'
import { rush } from './rush'
import { shadow } from './shadow'
import { starts } from './starts'
import { town } from './town'

/**
 * `npm run bench [-- --table --keep --rows=1000000 --services=1000000 --quick --minutes=10 --profile=folder]
 * [lists|exports|imports|formulas|starts|fares|geo|fleet|town|find|maps|rollups|screens|desk|forecast|flow|routes|pages|shadow|rush|closings|kitchen
 * ...]`: every figure beside its aim; the exit code is 1 when one is missed. At the end the table of `aims.ts`,
 * `--table`: that alone; `--keep`: what was found becomes its last run.
 */
const GROUPS: { readonly [name: string]: (bench: Bench) => Promise<void> } = {
  lists,
  exports,
  imports,
  formulas,
  starts,
  fares,
  geo,
  fleet,
  town,
  find,
  maps,
  rollups,
  screens,
  desk,
  forecast,
  flow,
  routes,
  pages,
  shadow,
  rush,
  closings,
  kitchen,
}

/** Groups that fill databases of their own. */
const OWN = new Set([
  'fleet',
  'town',
  'find',
  'formulas',
  'maps',
  'rollups',
  'screens',
  'desk',
  'forecast',
  'flow',
  'closings',
  'kitchen',
])

/** Groups that need no database at all. */
const BARE = new Map<string, (bench: Pick<Bench, 'tell' | 'quick' | 'minutes'>) => Promise<void>>([
  ['routes', routes],
  ['pages', pages],
  ['shadow', shadow],
  ['rush', rush],
])

/** What a daily run measures. */
const DAILY = ['lists', 'town']
const KEPT = join(import.meta.dirname, 'results.json')

const args = process.argv.slice(2)
const quick = args.includes('--quick')
const named = args.filter((arg) => !arg.startsWith('--'))
const chosen = quick && named.length === 0 ? DAILY : named
const last = JSON.parse(readFileSync(KEPT, 'utf8')) as Results
const found: { [id in AimId]?: Result } = {}
if (args.includes('--table')) {
  console.log(tableOf(last))
  process.exit(0)
}
const rows = Number(
  args.find((arg) => arg.startsWith('--rows='))?.slice(7) ??
    (chosen.length > 0 && chosen.every((name) => OWN.has(name)) ? 1_000 : quick ? 50_000 : 1_000_000),
)
const services = Number(args.find((arg) => arg.startsWith('--services='))?.slice(11) ?? (quick ? 50_000 : 1_000_000))
const minutes = minutesOf(args.find((arg) => arg.startsWith('--minutes='))?.slice(10))
const profile = args.find((arg) => arg.startsWith('--profile='))?.slice(10) ?? null
const unknown = chosen.find((name) => !(name in GROUPS))
if (unknown !== undefined) throw new Error(`There is no group "${unknown}". Groups: ${Object.keys(GROUPS).join(', ')}.`)

let missed = 0
const tell: Bench['tell'] = (what, figure, aim) => {
  if (aim && !aim.met) missed++
  console.log(`${aim ? (aim.met ? 'ok    ' : 'MISSED') : '      '} ${what}: ${figure}${aim ? ` (${aim.text})` : ''}`)
}
const put: Bench['put'] = (id, value) => {
  found[id] = { value, on: new Date().toISOString().slice(0, 10), ...howIs() }
}
if (chosen.length > 0 && chosen.every((name) => BARE.has(name))) {
  for (const name of chosen) {
    console.log(`\n── ${name}`)
    await BARE.get(name)?.({ tell, quick, minutes })
  }
  ended()
}

const postgres = await privatePostgres('as here', 'disk')
if ('skipped' in postgres) {
  console.log(`skipped: the benchmark: ${postgres.skipped}`)
  process.exit(0)
}
const own = await freshDatabase(postgres.url)
const project = benchProject()
const [root, tenant] = [newToken(), newToken()]
const env = { DATABASE_URL: own.url, PROJECT_DIR: project.root }
try {
  // The first start makes the tables.
  await (await childServer('engine-server.ts', env)).stop()
  const client = new Client({ connectionString: own.url })
  // What went wrong is told by what used it; that the server goes away at the end is none of it.
  client.on('error', () => {})
  await client.connect()
  const began = performance.now()
  await fillRows(client, rows)
  await putSessions(client, { root: root.hash, tenant: tenant.hash })
  console.log(
    `${rows} rows with four references in ${((performance.now() - began) / 1000).toFixed(0)} s; PostgreSQL, ten connections, medians of runs in turns`,
  )
  const bench: Bench = {
    rows,
    quick,
    services,
    minutes,
    env,
    profile,
    client,
    tokens: { root: root.token, tenant: tenant.token },
    tell,
    put,
  }
  for (const [name, group] of Object.entries(GROUPS)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    console.log(`\n── ${name}`)
    await group(bench)
  }
  await client.end()
} finally {
  project.remove()
  await own.drop()
  await postgres.stop()
}
ended()

/** What is read of a figure later: a quick run, or a machine that others used. */
function howIs(): { readonly how?: string } {
  const busy = loadavg()[0] ?? 0
  const how = [
    quick ? 'quick' : '',
    busy > 2 * availableParallelism() ? `a busy machine (load ${busy.toFixed(0)})` : '',
  ]
    .filter(Boolean)
    .join(', ')
  return how ? { how } : {}
}

function ended(): never {
  console.log(`\n${tableOf(last, found)}`)
  if (args.includes('--keep')) writeFileSync(KEPT, `${JSON.stringify({ ...last, ...found }, null, 2)}\n`)
  console.log(missed === 0 ? '\nEvery aim was met.' : `\n${missed} missed.`)
  process.exit(missed === 0 ? 0 : 1)
}

function minutesOf(given: string | undefined): number | null {
  if (given === undefined) return null
  const minutes = Number(given)
  if (!(minutes > 0)) throw new Error(`--minutes needs a number of minutes, not "${given}".`)
  return minutes
}
