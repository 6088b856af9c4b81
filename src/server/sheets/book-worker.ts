import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { packed, type PackedRow } from './packed-row'
import type { BookRequest, OpenBook } from './read-book'

/** URL of this module, which runs in a thread of its own: once built, it is a file whose name only the bundler knows. */
export const bookWorkerUrl = import.meta.url

export type BookMessage =
  | { readonly opened: Omit<OpenBook, 'table'> & Pick<OpenBook['table'], 'columns' | 'headerLine' | 'rowCount'> }
  | { readonly rows: readonly PackedRow[]; readonly last: boolean }
  | { readonly unreadable: { readonly key: string; readonly params: { readonly [name: string]: string } } }

const BATCH_ROWS = 500

async function work(request: BookRequest): Promise<void> {
  const port = parentPort
  if (!port) return
  const post = (message: BookMessage): void => port.postMessage(message)
  const { readBook } = await import('./read-book')
  const { UnreadableFile } = await import('./decode-text')
  const guarded = async (step: () => void | Promise<void>): Promise<void> => {
    try {
      await step()
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      post({ unreadable: { key: error.key, params: error.params } })
    }
  }
  await guarded(async () => {
    const { table, ...found } = await readBook(request)
    const { columns, headerLine, rowCount } = table
    post({ opened: { ...found, columns, headerLine, rowCount } })
    const rows = table.rows()[Symbol.iterator]()
    port.on('message', () => guarded(() => {
      const batch: PackedRow[] = []
      for (let row = rows.next(); ; row = rows.next()) {
        if (row.done) return post({ rows: batch, last: true })
        batch.push(packed(row.value))
        if (batch.length === BATCH_ROWS) return post({ rows: batch, last: false })
      }
    }))
  })
}

if (!isMainThread && (workerData as { book?: unknown } | null)?.book) await work((workerData as { book: BookRequest }).book)
