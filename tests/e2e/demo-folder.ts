import { cpSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess } from '../api/server-process'

// Memory is quicker than a disk, where there is enough of it: a container may have been given 64 MB.
const ROOM = 2_000_000_000
const place = (): string => {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > ROOM ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Where all data folders of a run are; the first process makes it, the workers inherit it. */
const home = (): string => process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(place(), 'toolrides-e2e-'))

const made = (): string => join(home(), 'demo')

/** Makes the demo once for the whole run: that is three quarters of a server's first start. */
export async function makeDemo(): Promise<void> {
  await (await startServerProcess({ DATA_DIR: made() })).end('SIGTERM')
}

/** A data folder of one's own that has the demo; where none was made, a server makes it there. */
export function demoFolder(): string {
  const folder = mkdtempSync(join(home(), 'data-'))
  if (existsSync(made())) cpSync(made(), folder, { recursive: true })
  return folder
}

export const removeDemos = (): void => rmSync(home(), { recursive: true, force: true })
