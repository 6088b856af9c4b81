import { watch, type FSWatcher } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

// An editor's save is several events in a few milliseconds.
const SETTLE_MS = 80
// Where the system reports no changes (network and container file systems), checking once a second is soon enough.
const LOOK_MS = 1000

/**
 * Calls `changed` once at the start, and after files below the folders were written, renamed or removed, however the
 * editor does it. One call at a time; changes meanwhile are reported after it.
 * @returns how to stop; a running report is awaited
 */
export function watchFiles(
  folders: readonly string[],
  matches: (path: string) => boolean,
  changed: () => Promise<void>,
): () => Promise<void> {
  let before: string | null = null
  let running: Promise<void> | null = null
  let settle: NodeJS.Timeout | undefined
  const state = { again: false, stopped: false }

  async function look(): Promise<void> {
    state.again = true
    if (state.stopped || running) return running ?? undefined
    running = report().finally(() => {
      running = null
    })
    return running
  }

  async function report(): Promise<void> {
    while (state.again && !state.stopped) {
      state.again = false
      const now = await signature(folders, matches)
      const differs = now !== before
      before = now
      if (differs && !state.stopped) await changed()
    }
  }

  const soon = () => {
    clearTimeout(settle)
    settle = setTimeout(() => void look(), SETTLE_MS)
  }
  const watchers = folders.flatMap((folder) => watcherOf(folder, soon))
  const timer = setInterval(() => void look(), LOOK_MS)
  void look()
  return async () => {
    state.stopped = true
    clearTimeout(settle)
    clearInterval(timer)
    for (const watcher of watchers) watcher.close()
    await running
  }
}

// A missing watcher (a folder that does not exist yet, no handles left) does no harm: the timer checks too.
function watcherOf(folder: string, soon: () => void): FSWatcher[] {
  try {
    const watcher = watch(folder, { recursive: true }, soon)
    watcher.on('error', () => watcher.close())
    return [watcher]
  } catch {
    return []
  }
}

async function signature(folders: readonly string[], matches: (path: string) => boolean): Promise<string> {
  const lists = await Promise.all(
    folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])),
  )
  const files = lists.flat().filter((entry) => !entry.isDirectory())
  const paths = files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter(matches)
    .sort()
  const stats = await Promise.all(paths.map((path) => stat(path).catch(() => null)))
  return paths.map((path, at) => `${path} ${stats[at]?.mtimeMs ?? 0} ${stats[at]?.size ?? -1}`).join('\n')
}
