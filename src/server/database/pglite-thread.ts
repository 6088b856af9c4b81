import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { MessagePort, Worker } from 'node:worker_threads'
import { startThread } from '../threads/start-thread'
import type { PgliteStart } from './pglite-worker'

/** Starts `pglite-worker` in a thread of its own: the built file beside this bundle, or the TypeScript source. */
export function startPgliteThread(start: PgliteStart): Worker {
  const here = fileURLToPath(import.meta.url)
  const file = here.endsWith('.ts') ? join(dirname(here), 'pglite-worker.ts') : builtWorker(dirname(here))
  return startThread(pathToFileURL(file).href, { workerData: start, transferList: [start.port as MessagePort], name: 'pglite' })
}

/** The bundler may put this module into a folder of shared pieces below the two entries. */
function builtWorker(folder: string): string {
  const found = [folder, dirname(folder)].map((place) => join(place, 'pglite-worker.js')).find(existsSync)
  if (!found) throw new Error(`pglite-worker.js is missing beside ${folder}: the server was not built completely. Run the build again.`)
  return found
}
