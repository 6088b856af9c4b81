import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../chromium'

// One free-standing server for the run: the built one, an embedded database of its own, the demo loaded.
const port = Number(process.env.E2E_PORT ?? 18080)
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'toolrides-e2e-'))

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // A machine that is busy elsewhere may be too slow once; what needs the second try is told as flaky.
  retries: 1,
  workers: 1,
  fullyParallel: false,
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'es-PE',
    timezoneId: 'America/Lima',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: CHROMIUM_FLAGS },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    // A module is made on a desktop, and rows of a record are typed there; the generated screens are the same as those that first-day uses
    // on the phone.
    { name: 'phone', testIgnore: /(module|relations)\.spec/, use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
  ],
  webServer: {
    command: 'node dist/server/main.js start',
    cwd: '../..',
    reuseExistingServer: process.env.E2E_PORT !== undefined,
    url: `http://127.0.0.1:${port}/healthz`,
    env: { PORT: String(port), DATA_DIR: process.env.E2E_DATA_DIR },
    timeout: 120_000,
  },
})
