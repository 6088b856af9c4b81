import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Where an empty initialised database is kept for memory databases (tests), named by the version of PGlite that made it. */
export function templatePath(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const home = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  return join(dirname(dirname(home)), '.cache', `pglite-${version}-empty.tar`)
}
