import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fieldTypes } from '../../../fields/data'
import { fieldSql } from '../../../fields/sql'
import { loadModel } from '../../../model/load'
import type { Model } from '../../../model/model'
import { recordTypes } from '../../../model/record-types'
import type { ServerFeature } from '../feature/feature'
import { systemFiles } from '../metadata/system-files'
import type { OwnTable } from './own-table'
import { tableTypes } from './table-types'

/**
 * Writes the types of records on the wire (`generated/records.ts`) and of rows in the database (`generated/tables.ts`).
 */
export async function writeTypes(
  root: string,
  model: Model,
  features: readonly ServerFeature[],
  log: (line: string) => void,
): Promise<void> {
  const own = Object.fromEntries(features.flatMap(({ tables = {} }) => Object.entries(tables)))
  await writeChanged(join(root, 'generated', 'records.ts'), recordTypes(model, fieldTypes), log)
  await writeChanged(join(root, 'generated', 'tables.ts'), tableTypes(model, fieldTypes, fieldSql, own), log)
}

/** Tables of the engine that no schema describes. */
const OWN_TABLES: { readonly [table: string]: OwnTable } = {
  engine_state: { key: { type: 'text', notNull: true }, value: { type: 'jsonb', notNull: true } },
}

/** The types of the engine's own tables, as they are in every application (`src/server/platform/database/tables.ts`). */
export function engineTableTypes(): string {
  const { model } = loadModel([...systemFiles], fieldTypes, { widgets: [], panels: [], settings: [] })
  return tableTypes(model, fieldTypes, fieldSql, OWN_TABLES, {
    from: 'src/system/schemas',
    json: '../../../model/json',
    name: 'EngineTables',
    // An application says who its people are, and what forms are about.
    open: ['type_user', 'target'],
  })
}

/** Writes a file. An unchanged one keeps its date, so that no watcher is woken. */
export async function writeChanged(path: string, text: string, log: (line: string) => void): Promise<void> {
  const before = await readFile(path, 'utf8').catch(() => null)
  if (before === text) return
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  log(`Written: ${path}`)
}
