import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/**
 * A copy of what a developer edits, so that a test may drop files into it: the folder and ways to write a schema and a
 * resource.
 */
export function projectCopy(): {
  readonly folder: string
  readonly addSchema: (name: string, schema: object) => void
  readonly addResource: (name: string, resource: object) => void
} {
  const folder = mkdtempSync(join(tmpdir(), 'toolrides-project-'))
  for (const part of ['schemas', 'resources', 'i18n']) cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  const add =
    (part: string) =>
    (name: string, json: object): void =>
      writeFileSync(join(folder, part, `${name}.json`), JSON.stringify(json, null, 2))
  return {
    folder,
    addSchema: add('schemas'),
    addResource: add('resources'),
  }
}
