import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FolderInUseError, lockFolder } from '../database/folder-lock'

/** Begins the names of the folders. */
const PREFIX = 'server-uploads-'
const TRIES = 5

/**
 * Files on their way, in a folder that only this process's account may open; it is made for the first of them and
 * removed with the app.
 */
export interface TemporaryFiles {
  /** A path for a new file, which its maker removes. */
  path(): Promise<string>
  close(): Promise<void>
}

interface Held {
  readonly folder: string
  readonly lock: Awaited<ReturnType<typeof lockFolder>>
}

export function temporaryFiles(within = tmpdir()): TemporaryFiles {
  let held: Promise<Held> | null = null
  return {
    async path() {
      held ??= makeFolder(within)
      return join((await held).folder, randomUUID())
    },
    async close() {
      if (!held) return
      const { folder, lock } = await held
      held = null
      await rm(folder, { recursive: true, force: true })
      await lock.release()
    },
  }
}

/**
 * Another server that tidies up may take the new folder for a dead one's until it is locked: then there is another one.
 */
async function makeFolder(within: string): Promise<Held> {
  for (let left = TRIES; ; left--) {
    const folder = await mkdtemp(join(within, PREFIX))
    try {
      return { folder, lock: await lockFolder(folder) }
    } catch (error) {
      if (left === 0) throw error
    }
  }
}

/**
 * Removes the folders that processes which ended badly have left; one that is in use is locked by its process, in
 * whatever container that is.
 */
export async function removeLeftFiles(within = tmpdir()): Promise<void> {
  const names = await readdir(within).catch(() => [])
  for (const name of names.filter((one) => one.startsWith(PREFIX))) {
    const folder = join(within, name)
    try {
      const lock = await lockFolder(folder)
      await rm(folder, { recursive: true, force: true })
      await lock.release()
    } catch (error) {
      // Somebody else's folder, of another account or in use, stays.
      if (!(error instanceof FolderInUseError))
        process.emitWarning(
          new Error(`What an earlier process left in ${folder} could not be removed.`, { cause: error }),
        )
    }
  }
}
