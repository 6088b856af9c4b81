import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SourceFile } from '../../../model/load'
import { systemFiles } from './system-files'

/** The two folders that contain an application's metadata. */
export const METADATA_FOLDERS = ['schemas', 'resources'] as const

/** Within the second one. */
const REPORTS_FOLDER = 'resources/reports'

/**
 * Reads the engine's own schemas and every `.json` file of the folders below `root`; a missing folder counts as empty.
 */
export async function readSourceFiles(root: string): Promise<readonly SourceFile[]> {
  const folders = await Promise.all([...METADATA_FOLDERS, REPORTS_FOLDER].map((folder) => readFolder(root, folder)))
  return [...systemFiles, ...folders.flat()]
}

async function readFolder(root: string, folder: string): Promise<SourceFile[]> {
  const entries = await readdir(join(root, folder)).catch(nothingThere)
  const names = entries.filter((name) => name.endsWith('.json') && !name.startsWith('.')).sort()
  const files = await Promise.all(
    names.map(async (name) => ({
      path: `${folder}/${name}`,
      // An editor may have removed the file since it was listed.
      text: await readFile(join(root, folder, name), 'utf8').catch(nothingThere),
    })),
  )
  return files.flatMap(({ path, text }) => (typeof text === 'string' ? [{ path, text }] : []))
}

function nothingThere(error: unknown): [] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}
