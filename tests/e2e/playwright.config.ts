import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../chromium'

const port = Number(process.env.E2E_PORT ?? 18080)
// A server that is there already has one database, in which two tests at once would meet.
const workers = process.env.E2E_PORT === undefined ? 2 : 1

// This file is read by every worker as well: the first reading makes the folders.
const folderOf = (place: number): string => process.env[`E2E_DATA_DIR_${place}`] ??= mkdtempSync(join(tmpdir(), 'toolrides-e2e-'))

// A free-standing server for each worker (`console.ts` finds its own): the built one, an embedded database of its own, the demo loaded. Its made-up
// drivers stay at home: a test that needs them starts them, and the others need the machine.
const serverOf = (place: number) => ({
  command: 'node dist/server/main.js start',
  cwd: '../..',
  reuseExistingServer: process.env.E2E_PORT !== undefined,
  url: `http://127.0.0.1:${port + place}/healthz`,
  env: { PORT: String(port + place), FLEET: '0', DATA_DIR: folderOf(place) },
  timeout: 120_000,
})

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // A machine that is busy elsewhere may be too slow once; what needs another try is told as such.
  retries: 2,
  workers,
  fullyParallel: false,
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    // What can be pressed is there within moments; a press that waits for ever hid behind its test's whole time.
    actionTimeout: 30_000,
    locale: 'es-PE',
    timezoneId: 'America/Lima',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: CHROMIUM_FLAGS },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    // A module is made on a desktop, rows of a record are typed there, and whole rides are driven once, at a desk; their screens on a phone
    // have tests of their own.
    { name: 'phone', testIgnore: /(module|relations|ride)\.spec/, use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
  ],
  webServer: Array.from({ length: workers }, (_, place) => serverOf(place)),
})
