import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium'

interface Count { passed: number; failed: number; skipped: number }

const reports = mkdtempSync(join(tmpdir(), 'toolrides-tests-'))
const total: Count = { passed: 0, failed: 0, skipped: 0 }

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
    child.on('error', (error) => { console.error(String(error)); done(1) })
    child.on('close', (code) => done(code ?? 1))
  })
}

/** One stage: prints its time and adds what it counted; a stage that counts nothing itself is one promise. */
async function stage(name: string, work: () => Promise<Count>): Promise<void> {
  console.log(`\n── ${name}`)
  const began = performance.now()
  const count = await work().catch((error: unknown): Count => { console.error(error); return { passed: 0, failed: 1, skipped: 0 } })
  total.passed += count.passed
  total.failed += count.failed
  total.skipped += count.skipped
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`── ${name}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped in ${seconds} s`)
}

const command = (name: string, ...args: string[]) => async (): Promise<Count> => {
  const code = await run(name, args)
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

async function vitest(): Promise<Count> {
  const file = join(reports, 'vitest.json')
  const code = await run('npx', ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const report = JSON.parse(readFileSync(file, 'utf8')) as { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number; numPendingTests: number }
  const failed = Math.max(report.numFailedTests, code === 0 ? 0 : 1)
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests }
}

async function browser(): Promise<Count> {
  const chromium = findChromium((line) => console.log(line))
  if ('skipped' in chromium) {
    console.log(`skipped: the browser tests: ${chromium.skipped}`)
    return { passed: 0, failed: 0, skipped: 1 }
  }
  const file = join(reports, 'playwright.json')
  const code = await run('npx', ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    ...(chromium.path ? { CHROMIUM_PATH: chromium.path } : {}),
  })
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as { stats: { expected: number; unexpected: number; skipped: number; flaky: number } }
  return { passed: stats.expected + stats.flaky, failed: Math.max(stats.unexpected, code === 0 ? 0 : 1), skipped: stats.skipped }
}

await stage('record types', command('npm', 'run', '--silent', 'generate'))
await stage('types: server', command('npx', 'tsc', '-p', 'src/server'))
await stage('types: client', command('npx', 'tsc', '-p', 'src/client'))
await stage('types: tests', command('npx', 'tsc', '-p', 'tests'))
await stage('lint', command('npx', 'oxlint'))
await stage('metadata', command('npm', 'run', '--silent', 'check'))
await stage('build', command('npm', 'run', '--silent', 'build'))
await stage('model, house, database, calls, conformance', vitest)
await stage('browser', browser)

console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
