import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a module in a thread of its own.
 * @param url the module's `import.meta.url`: a built file, or the TypeScript source, which is then read through tsx
 */
export function startThread(url: string, options: WorkerOptions): Worker {
  // Flags of this process (a loader, an inspector) are not for the thread.
  const own: WorkerOptions = { ...options, execArgv: [] }
  if (!url.endsWith('.ts')) return new Worker(new URL(url), own)
  // Not `--import tsx`: tsx ignores worker threads on Node 20. Its CommonJS entry (what require.resolve finds) looks
  // for a file that does not exist (tsx 4.23); the module next to it works.
  const tsx = pathToFileURL(
    createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/\.cjs$/, '.mjs'),
  ).href
  return new Worker(`import('${tsx}').then(({ register }) => { register(); return import('${url}') })`, {
    ...own,
    eval: true,
  })
}
