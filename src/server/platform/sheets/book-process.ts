import { Worker } from 'node:worker_threads'
import { packed, type PackedRow } from './packed-row'
import { readBook, type BookRequest, type OpenBook } from './read-book'
import { UnreadableFile } from './decode-text'

// The program that reads one book, in a process of its own: a hostile book may end it, and nothing else.

/** What this process may use; when it passes that it ends itself. */
interface BookBounds {
  readonly memory_mb: number
  readonly cpu_ms: number
}

export interface BookOrder {
  readonly book: BookRequest
  readonly bounds: BookBounds
}

export type BookMessage =
  | { readonly opened: Omit<OpenBook, 'table'> & Pick<OpenBook['table'], 'columns' | 'headerLine' | 'rowCount'> }
  | { readonly rows: readonly PackedRow[]; readonly last: boolean }
  | { readonly unreadable: { readonly key: string; readonly params: { readonly [name: string]: string } } }

const BATCH_ROWS = 500

// A thread, since the main one is in the book's hands while it parses. SIGKILL means too large, SIGTERM too slow; it
// also ends an orphan.
const WATCH = `
  const { workerData: { memory_mb, cpu_ms } } = require('node:worker_threads')
  const parent = process.ppid
  setInterval(() => {
    if (process.memoryUsage.rss() > memory_mb * 1e6 || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
    const { user, system } = process.cpuUsage()
    if ((user + system) / 1000 > cpu_ms) process.kill(process.pid, 'SIGTERM')
  }, 10)`

const say = (message: BookMessage): void => {
  process.send?.(message)
}

async function guarded(step: () => void | Promise<void>): Promise<void> {
  try {
    await step()
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    say({ unreadable: { key: error.key, params: error.params } })
  }
}

async function work({ book, bounds }: BookOrder): Promise<void> {
  new Worker(WATCH, {
    eval: true,
    execArgv: [],
    workerData: bounds,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
  }).unref()
  await guarded(async () => {
    const { table, ...found } = await readBook(book)
    const { columns, headerLine, rowCount } = table
    say({ opened: { ...found, columns, headerLine, rowCount } })
    const rows = table.rows()[Symbol.iterator]()
    process.on(
      'message',
      () =>
        void guarded(() => {
          const batch: PackedRow[] = []
          for (let row = rows.next(); ; row = rows.next()) {
            if (row.done) return say({ rows: batch, last: true })
            batch.push(packed(row.value))
            if (batch.length === BATCH_ROWS) return say({ rows: batch, last: false })
          }
        }),
    )
  })
}

process.on('disconnect', () => process.exit(0))
process.once('message', (order: BookOrder) => void work(order))
