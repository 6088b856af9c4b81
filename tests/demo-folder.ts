import { cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startServerProcess } from './api/server-process'
import { quickFolder } from './quick-folder'

const ROOM = 2_000_000_000

const LOOK_EVERY_MS = 500
const MAX_LOOKS = 40
/** Hundredths of a second of the processor, between two looks. */
const QUIET = 5

/** Where all data folders of a run are; the first process makes it, the others inherit it. */
const home = (): string => (process.env['TEST_DATA_DIR'] ??= quickFolder('toolrides-tests-', ROOM))

const made = (): string => join(home(), 'demo')

/**
 * Makes the demo once for the whole run: that is three quarters of a server's first start.
 * @returns how to remove it and its copies; nothing where another process has made it
 */
export async function makeDemo(): Promise<() => void> {
  if (existsSync(made())) return () => {}
  const server = await startServerProcess({ DATA_DIR: made() })
  await settled(server.pid)
  await server.end('SIGTERM')
  return () => rmSync(home(), { recursive: true, force: true })
}

/** What a process has used of the processor, in hundredths of a second; nothing where no file of the system says it. */
function used(pid: number): number | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [user, system] = line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
    return Number(user) + Number(system)
  } catch {
    return null
  }
}

/**
 * Waits until a server has done what its jobs find to do in new data, which begins a second after its start: each copy
 * would do it anew. Only speed is lost where that cannot be seen.
 */
async function settled(pid: number): Promise<void> {
  let [before, quiet] = [used(pid), 0]
  for (let look = 0; before !== null && look < MAX_LOOKS && quiet < 3; look++) {
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS))
    const now = used(pid)
    if (now === null) return
    quiet = now - before < QUIET ? quiet + 1 : 0
    before = now
  }
}

/** A data folder of one's own that has the demo; where none was made, a server makes it there. */
export function demoFolder(): string {
  const folder = mkdtempSync(join(home(), 'data-'))
  if (existsSync(made())) copyData(made(), folder)
  return folder
}

/**
 * Copies a data folder. A lock's socket is of the process that holds it: it cannot be copied, and a copy would lock
 * nothing.
 */
export const copyData = (from: string, to: string): void =>
  cpSync(from, to, {
    recursive: true,
    filter: (path) => !(lstatSync(path, { throwIfNoEntry: false })?.isSocket() ?? true),
  })
