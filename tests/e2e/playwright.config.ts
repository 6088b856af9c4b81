import { readdirSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../chromium'
import { isWidthTried } from '../turns'
import { SLOW } from './calm-pages'
import { movedBy, withoutClock } from './moved-clock'

// What is shipped is what is tested: servers of a test's own are the built one as well.
process.env['TEST_BUILT'] ??= '1'
const specs = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.spec.ts'))
const leftOut = (project: 'desktop' | 'phone'): string[] =>
  specs.filter((file) => !isWidthTried(project, file)).map((file) => `**/${file}`)

// A server that is there already (E2E_PORT) has one database, in which two tests at once would meet.
const workers = process.env['E2E_PORT'] === undefined ? Number(process.env['E2E_WORKERS'] ?? 3) : 1

// The tiles of maps come from the network: where there is none each is asked for and waited for. Passkeys need a host
// with a name: `localhost` is this machine as well.
const NOWHERE_ELSE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'

export default defineConfig({
  testDir: '.',
  outputDir: process.env['E2E_OUTPUT'] ?? '../../test-results',
  globalSetup: './servers.ts',
  // Each step has its own limit; this one ends what never comes to its end. A machine that is busy elsewhere may be
  // five times as slow.
  timeout: 900_000 * SLOW,
  // What is there is there at once; a machine that is busy elsewhere is waited for.
  expect: { timeout: 60_000 * SLOW },
  // A machine that is busy elsewhere may be too slow once; what needs another try is told as such.
  retries: 2,
  workers,
  fullyParallel: true,
  use: {
    // What can be pressed is there within moments; a press that waits for ever hid behind its test's whole time.
    actionTimeout: 60_000 * SLOW,
    locale: 'es-PE',
    timezoneId: 'America/Lima',
    // Of every test it would cost a third of the time.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    // What a test leaves in the browser is taken away; what is kept is the console's compiled script.
    reuseContext: true,
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'],
      args: [...CHROMIUM_FLAGS, NOWHERE_ELSE],
      ...(movedBy() === 0 ? {} : { env: withoutClock() }),
    },
  },
  projects: [
    { name: 'desktop', testIgnore: leftOut('desktop'), use: { viewport: { width: 1440, height: 900 } } },
    // A module is made on a desktop, rows of a record are typed there, and whole rides and two people with one record
    // are followed once, at a desk; their screens on a phone have tests of their own.
    {
      name: 'phone',
      testIgnore: [/(formulas|module|presence|relations|ride|rows-of-rows|whole-order)\.spec/, ...leftOut('phone')],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
  ],
})
