import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Where an empty initialised database is kept for memory databases (tests), named by the version that made it. */
export function templatePath(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const modules = dirname(dirname(dirname(dirname(entry))))
  return join(modules, '.cache', 'pglite-0.5.16-empty.tar')
}
