import { mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'

/** Bytes that are free in memory and may be taken as files; a container may have been given 64 MB. */
function freeMemory(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    const [, available_kb] = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? []
    return Math.min(bavail * bsize, Number(available_kb) * 1024)
  } catch {
    return 0
  }
}

/**
 * A new temporary folder for what is made and dropped all the time: in memory, which is quicker than a disk, where
 * there is enough of it.
 * @param room bytes that must be free there
 */
export const quickFolder = (prefix: string, room: number): string =>
  mkdtempSync(join(freeMemory() > room ? MEMORY : tmpdir(), prefix))
