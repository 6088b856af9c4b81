import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type MessagePort, Worker } from 'node:worker_threads'
import type { PgliteStart } from './pglite-worker'

/** Starts `pglite-worker` in a thread of its own: the built file beside this bundle, or the TypeScript source through tsx. */
export function startPgliteThread(start: PgliteStart): Worker {
  const options = { workerData: start, transferList: [start.port as MessagePort], name: 'pglite', execArgv: [] }
  const here = fileURLToPath(import.meta.url)
  if (!here.endsWith('.ts')) return new Worker(builtWorker(dirname(here)), options)
  // Not `--import tsx`: tsx passes over worker threads on Node 20.
  // Its CommonJS entry (what require.resolve finds) looks for a file that is not there (tsx 4.23); the module beside it works.
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api').replace(/\.cjs$/, '.mjs')).href
  const source = pathToFileURL(join(dirname(here), 'pglite-worker.ts')).href
  return new Worker(`import('${tsx}').then(({ register }) => { register(); return import('${source}') })`, { ...options, eval: true })
}

/** The bundler may put this module into a folder of shared pieces below the two entries. */
function builtWorker(folder: string): string {
  const found = [folder, dirname(folder)].map((place) => join(place, 'pglite-worker.js')).find(existsSync)
  if (!found) throw new Error(`pglite-worker.js is missing beside ${folder}: the server was not built completely. Run the build again.`)
  return found
}
