import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { existsSync, mkdirSync, openAsBlob, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { type MessagePort, threadId, workerData } from 'node:worker_threads'

/** What the main thread passes: the port that carries PostgreSQL wire messages, and where the data is. */
export interface PgliteStart {
  readonly port: MessagePort
  /** Folder of the data; null: in memory. */
  readonly folder: string | null
  /**
   * Tar of an empty initialised database, read if it exists and written if not: a new database then skips initdb, which
   * takes 3 s.
   */
  readonly template: string | null
}

/** What comes back in addition to raw wire bytes (`Uint8Array`). */
export type PgliteSays = 'ready' | 'closed' | { readonly failed: string }

const { port, folder, template } = workerData as PgliteStart

try {
  const pglite = await (folder === null ? openInMemory() : openFolder(folder))
  port.on('message', (message: Uint8Array | 'close') => {
    if (message === 'close')
      void pglite
        .close()
        .catch(() => {})
        .then(() => {
          say('closed')
          port.close()
        })
    else answer(pglite, message)
  })
  say('ready')
} catch (error) {
  say({ failed: error instanceof Error ? error.message : String(error) })
  port.close()
}

/** Synchronous on purpose: one message is one complete exchange, so answers leave in the order of the questions. */
function answer(pglite: PGlite, message: Uint8Array): void {
  const bytes = pglite.execProtocolRawSync(message)
  port.postMessage(bytes, [bytes.buffer as ArrayBuffer])
}

async function openInMemory(): Promise<PGlite> {
  // Memory databases live for one test: the optimising compiler costs them twice what it saves (2.4 s of CPU against
  // 1.1).
  setFlagsFromString('--liftoff-only')
  if (template && existsSync(template)) return open(undefined, { loadDataDir: await openAsBlob(template) })
  const pglite = await open(undefined)
  if (template) await leaveTemplate(pglite, template)
  return pglite
}

/** A new database is created under another name first: an unfinished one is thrown away, never opened. */
async function openFolder(path: string): Promise<PGlite> {
  if (!existsSync(path)) {
    const unfinished = `${path}.new`
    rmSync(unfinished, { recursive: true, force: true })
    await (await open(unfinished)).close()
    renameSync(unfinished, path)
  }
  return open(path)
}

function open(dataDir: string | undefined, options: PGliteOptions = {}): Promise<PGlite> {
  return PGlite.create({ dataDir, extensions: { pg_trgm }, ...options })
}

async function leaveTemplate(pglite: PGlite, path: string): Promise<void> {
  try {
    const tar = await (await pglite.dumpDataDir('none')).arrayBuffer()
    mkdirSync(dirname(path), { recursive: true })
    const unfinished = `${path}.${process.pid}-${threadId}`
    writeFileSync(unfinished, new Uint8Array(tar))
    renameSync(unfinished, path)
  } catch {
    // Only speed is lost, in a folder that cannot be written to (an installed, read-only copy).
  }
}

function say(message: PgliteSays): void {
  port.postMessage(message)
}
