import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Programs that read files independently of this project, and the packages of Debian they come in. */
const PACKAGES = { ssconvert: 'gnumeric', pdftotext: 'poppler-utils', pdffonts: 'poppler-utils' } as const
export type Reader = keyof typeof PACKAGES

const isThere = (program: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * Looks for readers, and installs Debian's (as root) where they are missing.
 * @returns why a test without them is skipped; null: all are there
 */
export function missingReaders(readers: readonly Reader[], log: (line: string) => void): string | null {
  const missing = (): Reader[] => readers.filter((reader) => !isThere(reader))
  if (missing().length > 0 && existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    const packages = [...new Set(missing().map((reader) => PACKAGES[reader]))]
    log(`no ${missing().join(', ')} here: installing Debian's ${packages.join(', ')}`)
    try {
      execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
      execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
        stdio: 'ignore',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    } catch (error) {
      log(`they could not be installed: ${String(error)}`)
    }
  }
  const still = missing()
  return still.length === 0
    ? null
    : `${still.join(', ')} not found (Debian: ${[...new Set(still.map((reader) => PACKAGES[reader]))].join(', ')})`
}

/** The text of a pdf as poppler reads it, page by page. */
export const pdfPages = (bytes: Uint8Array): readonly string[] =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes, encoding: 'utf8', maxBuffer: 1e8 })
    .split('\f')
    .slice(0, -1)
