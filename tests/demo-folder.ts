import { cpSync, existsSync, lstatSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startServerProcess } from './api/server-process'
import { quickFolder } from './quick-folder'

const ROOM = 2_000_000_000

/** Where all data folders of a run are; the first process makes it, the others inherit it. */
const home = (): string => process.env['TEST_DATA_DIR'] ??= quickFolder('toolrides-tests-', ROOM)

const made = (): string => join(home(), 'demo')

/**
 * Makes the demo once for the whole run: that is three quarters of a server's first start.
 * @returns how to remove it and its copies; nothing where another process has made it
 */
export async function makeDemo(): Promise<() => void> {
  if (existsSync(made())) return () => {}
  await (await startServerProcess({ DATA_DIR: made() })).end('SIGTERM')
  return () => rmSync(home(), { recursive: true, force: true })
}

/** A data folder of one's own that has the demo; where none was made, a server makes it there. */
export function demoFolder(): string {
  const folder = mkdtempSync(join(home(), 'data-'))
  if (existsSync(made())) copyData(made(), folder)
  return folder
}

/** Copies a data folder. A lock's socket is of the process that holds it: it cannot be copied, and a copy would lock nothing. */
export const copyData = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, filter: (path) => !(lstatSync(path, { throwIfNoEntry: false })?.isSocket() ?? true) })
