import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStorage } from './storage'

const KEY = /^[a-z0-9]{2}\/[a-z0-9-]{8,70}$/

/**
 * A folder of one machine, or one that several machines share. A file appears under its name only when all of it is on
 * the disk.
 */
export function folderStorage(folder: string): FileStorage {
  return {
    folder,
    async put(key, path) {
      const to = placeOf(folder, key)
      const coming = join(dirname(to), `.coming-${randomUUID()}`)
      await mkdir(dirname(to), { recursive: true })
      try {
        await copyFile(path, coming)
        await toDisk(coming)
        await rename(coming, to)
        await toDisk(dirname(to))
      } finally {
        await rm(coming, { force: true })
      }
    },
    async get(key) {
      try {
        const file = await open(placeOf(folder, key))
        return file.createReadStream()
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: (key) => rm(placeOf(folder, key), { force: true }),
  }
}

/** Keys come from the database; any other key has no path. */
function placeOf(folder: string, key: string): string {
  if (!KEY.test(key)) throw new Error(`"${key}" is not a valid storage key of a file.`)
  return join(folder, key)
}

async function toDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
