import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  // The one without a window takes a fifth less of the processor for the same tests.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Flags for a machine with no screen and perhaps no network; without them Chromium keeps calling home. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const present = () => CANDIDATES.find((path) => path && existsSync(path))

/** A browser for the tests: one that is there, else Debian's (as root), else Playwright's own. */
export function findChromium(log: (line: string) => void): { path?: string } | { skipped: string } {
  const found = present()
  if (found) return { path: found }
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    log("no Chromium here: installing Debian's")
    try {
      execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
      execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], {
        stdio: 'ignore',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
      const installed = present()
      if (installed) return { path: installed }
    } catch (error) {
      log(`Debian's Chromium could not be installed: ${String(error)}`)
    }
  }
  log('no Chromium here: asking Playwright for its own')
  try {
    execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
    return {}
  } catch {
    return { skipped: 'no Chromium was found and none could be installed (set CHROMIUM_PATH)' }
  }
}
