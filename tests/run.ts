import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium'
import { makeDemo } from './demo-folder'
import { browserTroubles, vitestTroubles, type PlaywrightReport, type Trouble, type VitestReport } from './failures'
import { processorShare } from './times/processor'
import { fileTimes, timesReport, type StageTime } from './times/report'
import { UNHANDLED_FILE } from './unhandled-reporter'

interface Count {
  passed: number
  failed: number
  skipped: number
}

// More is no chance any more: what falls by chance is mended, not tried again.
const MAX_SECOND_TRIES = 3
/** About half a day of work. */
const LATELY_COMMITS = 20
/**
 * Commits that blame looks through (`git config blame.ignoreRevsFile`): they change nothing but how lines are broken.
 */
const REFLOWS = '.git-blame-ignore-revs'
/** Characters that are printed of errors outside of tests. */
const MAX_UNHANDLED = 4_000

const reports = mkdtempSync(join(tmpdir(), 'toolrides-tests-'))
const total: Count = { passed: 0, failed: 0, skipped: 0 }
const troubles: Trouble[] = []
const stages: StageTime[] = []

/** `npm test -- --times`: where the time went is told at the end. */
const isTimed = process.argv.includes('--times')
if (isTimed) process.env['TEST_TIMES'] = reports

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
    child.on('error', (error) => {
      console.error(String(error))
      done(1)
    })
    child.on('close', (code) => done(code ?? 1))
  })
}

const failed = (text: string): void => {
  troubles.push({ isFailed: true, text: `failed: ${text}` })
}

/** One stage: prints its time and adds what it counted; a stage that counts nothing itself is one promise. */
async function stage(name: string, work: () => Promise<Count>): Promise<void> {
  console.log(`\n── ${name}`)
  const [began, busy] = [performance.now(), processorShare()]
  const count = await work().catch((error: unknown): Count => {
    console.error(error)
    return { passed: 0, failed: 1, skipped: 0 }
  })
  total.passed += count.passed
  total.failed += count.failed
  total.skipped += count.skipped
  const ms = performance.now() - began
  stages.push({ name, ms, busy: busy() })
  const seconds = (ms / 1000).toFixed(1)
  console.log(`── ${name}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped in ${seconds} s`)
}

const command = (name: string, ...args: string[]) => commands([name, ...args])

/** Commands side by side; each is one promise. */
const commands =
  (...lines: readonly (readonly string[])[]) =>
  async (): Promise<Count> => {
    const codes = await Promise.all(lines.map(([name = '', ...args]) => run(name, args)))
    codes.forEach((code, place) => {
      if (code !== 0) failed(`${lines[place]?.join(' ')}: exit ${code}`)
    })
    const passed = codes.filter((code) => code === 0).length
    return { passed, failed: codes.length - passed, skipped: 0 }
  }

function withoutReport(name: string, code: number): Count {
  failed(`${name}: exit ${code}, and no report`)
  return { passed: 0, failed: 1, skipped: 0 }
}

async function vitest(): Promise<Count> {
  const [file, others] = [join(reports, 'vitest.json'), join(reports, 'unhandled.txt')]
  const reporters = [
    'default',
    'json',
    './tests/unhandled-reporter.ts',
    ...(isTimed ? ['./tests/times/vitest-reporter.ts'] : []),
  ]
  const args = ['vitest', 'run', ...reporters.map((name) => `--reporter=${name}`), `--outputFile.json=${file}`]
  const code = await run('npx', args, { [UNHANDLED_FILE]: others })
  if (!existsSync(file)) return withoutReport('vitest', code)
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  const found = vitestTroubles(report)
  troubles.push(...found)
  if (code !== 0 && found.every(({ isFailed }) => !isFailed))
    failed(
      `vitest: exit ${code} though no test failed: an error outside of one\n${existsSync(others) ? readFileSync(others, 'utf8').slice(0, MAX_UNHANDLED) : ''}`,
    )
  return {
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, code === 0 ? 0 : 1),
    skipped: report.numPendingTests,
  }
}

async function browser(): Promise<Count> {
  const chromium = findChromium((line) => console.log(line))
  if ('skipped' in chromium) {
    console.log(`skipped: the browser tests: ${chromium.skipped}`)
    return { passed: 0, failed: 0, skipped: 1 }
  }
  const file = join(reports, 'playwright.json')
  const reporters = ['list', 'json', ...(isTimed ? ['./tests/times/browser-reporter.ts'] : [])]
  const code = await run(
    'npx',
    ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', `--reporter=${reporters.join(',')}`],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      ...(chromium.path ? { CHROMIUM_PATH: chromium.path } : {}),
    },
  )
  if (!existsSync(file)) return withoutReport('playwright', code)
  const report = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport
  const { stats } = report
  troubles.push(...browserTroubles(report))
  return {
    passed: stats.expected + stats.flaky,
    failed: Math.max(stats.unexpected, code === 0 ? 0 : 1),
    skipped: stats.skipped,
  }
}

/**
 * Tells which part of what is spread over runs this one takes (`tests/share.ts`): ten commits in a row take all that is
 * dealt by tens.
 */
function commitNumber(): number {
  try {
    return Number(
      execFileSync('git', ['rev-list', '--count', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    )
  } catch {
    return 0
  }
}

/** Tests, resources and schemas that the last commits changed, apart from commits that only break lines anew. */
function changedLately(): string {
  const range = [
    `HEAD~${LATELY_COMMITS}..HEAD`,
    '--format=commit %H',
    '--name-only',
    '--',
    'tests',
    'resources',
    'schemas',
  ]
  try {
    const log = execFileSync('git', ['log', ...range], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const isReflow = new Set(existsSync(REFLOWS) ? readFileSync(REFLOWS, 'utf8').split('\n') : [])
    const commits = log.split('commit ').map((text) => text.split('\n').filter((line) => line !== ''))
    return [...new Set(commits.flatMap(([hash = '', ...files]) => (isReflow.has(hash) ? [] : files)))].join('\n')
  } catch {
    return ''
  }
}

const began = performance.now()
process.env['TEST_CHANGED'] ??= changedLately()
process.env['TEST_COMMIT'] ??= String(commitNumber())
process.env['TEST_SHARE'] ??= String(Number(process.env['TEST_COMMIT']) % 10)
console.log(
  process.env['TEST_FULL'] === '1'
    ? 'everything, on both databases'
    : `share ${process.env['TEST_SHARE']} of 10; everything: npm run test:full`,
)

// Set from outside by the soak: neither an order nor a clock changes what its first run has built.
const isBuilt = process.env['TEST_BUILT'] === '1'
if (!isBuilt) {
  await stage('record types', command('npm', 'run', '--silent', 'generate'))
  await stage('lint', commands(['npx', 'oxlint'], ['npx', 'biome', 'format', '.']))
  await stage('metadata', command('npm', 'run', '--silent', 'check'))
  await stage('build', command('npm', 'run', '--silent', 'build'))
}
// From here on servers in processes of their own are the built one.
process.env['TEST_BUILT'] = '1'
// More than one checker reckons the same types again: three take two and a half times as much of the processor.
const TYPES = [
  ...['src/server', 'src/client'].map((project) => ['npx', 'tsc', '-p', project, '--checkers', '1']),
  ['npx', 'tsx', 'tests/types.ts'],
]
let removeDemos = (): void => {}
const demo = stage('demo', async () => {
  removeDemos = await makeDemo()
  return { passed: 1, failed: 0, skipped: 0 }
})
// The demo waits, for its database and until it has settled: types are checked meanwhile.
await Promise.all([demo, ...(isBuilt ? [] : [stage('types: server, client, tests', commands(...TYPES))])])
// Only now: it reads what was set above.
const leftOut = (await import('./turns')).leftOutFiles()
if (leftOut.length) console.log(`left to other runs: ${leftOut.join(', ')}`)
await stage('model, house, database, calls, conformance', vitest)
await stage('browser', browser)
removeDemos()

if (isTimed) console.log(`\n── times\n${timesReport(stages, fileTimes(reports))}`)
// Again and last: thousands of lines stand between a failure and the end.
if (troubles.length) console.log(`\n${troubles.map(({ text }) => text).join('\n\n')}`)
const seconds = ((performance.now() - began) / 1000).toFixed(0)
const second = troubles.filter(({ isFailed }) => !isFailed).length
console.log(`\n${second} second tries (at most ${MAX_SECOND_TRIES}), ${seconds} s`)
if (second > MAX_SECOND_TRIES) total.failed++
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
