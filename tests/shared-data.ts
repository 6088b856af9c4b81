import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Real data by others, which stands beside the project and in no clone of it; `TEST_SHARED_DATA` names another folder.
 */
const FOLDER = process.env['TEST_SHARED_DATA'] ?? join(import.meta.dirname, '../../shared/data')

/** Where a file or folder of it belongs, be it there or not. */
export const sharedPath = (path: string): string => join(FOLDER, path)

const told = new Set<string>()

/**
 * A file or folder of the large data, for promises that our own fixtures cannot hold alone.
 * @param promise what is skipped without it: told in one line, once in a test file
 * @returns its path; null: it is not here
 */
export function sharedData(path: string, promise: string): string | null {
  const place = sharedPath(path)
  if (existsSync(place)) return place
  const line = `skipped: ${promise}: ${place} is not here`
  if (!told.has(line)) console.log(line)
  told.add(line)
  return null
}
