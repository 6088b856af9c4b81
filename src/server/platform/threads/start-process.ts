import { fork, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/** What of this process's environment a program beside it needs: nothing that opens a database or a bucket. */
const INHERITED = ['TMPDIR', 'TZ', 'LANG', 'LD_PRELOAD', 'FAKETIME', 'FAKETIME_NO_CACHE', 'SystemRoot', 'TEMP', 'TMP']

/**
 * Starts a program of ours in a process of its own, which may die without harm to this one; the two talk in messages of
 * any structure.
 * @param file a built file, or the TypeScript source, which is then read through tsx
 * @param flags for Node
 */
export function startProcess(file: string, flags: readonly string[]): ChildProcess {
  const source = file.endsWith('.ts')
    ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
    : []
  return fork(file, [], {
    execArgv: [...source, ...flags],
    env: Object.fromEntries(
      INHERITED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    ),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}
