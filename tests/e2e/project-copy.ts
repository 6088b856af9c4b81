import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** A copy of what a developer edits, so that a test may drop files into it: the folder and a way to write a schema. */
export function projectCopy(): { readonly folder: string; readonly addSchema: (name: string, schema: object) => void } {
  const folder = mkdtempSync(join(tmpdir(), 'toolrides-project-'))
  for (const part of ['schemas', 'resources', 'i18n']) cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  return {
    folder,
    addSchema: (name, schema) => writeFileSync(join(folder, 'schemas', `${name}.json`), JSON.stringify(schema, null, 2)),
  }
}
