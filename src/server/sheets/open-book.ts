import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { UnreadableFile } from './decode-text'
import { startThread } from '../threads/start-thread'
import { Turns } from '../threads/turns'
import type { BookMessage } from './book-worker'
import { unpacked, type PackedRow } from './packed-row'
import type { BookRequest } from './read-book'
import type { Sheet, SheetRow } from './sheet'

/** Books that are open at once in this process: each may use all the memory of its limits. */
const turns = new Turns(2)

/** Characters of rows that wait for their reader. */
const MAX_CHARS_AHEAD = 16_000_000

/** Opens a book in a thread of its own, since a bad book may kill it. @throws {UnreadableFile} */
export async function openBook(request: BookRequest): Promise<Sheet> {
  const release = await turns.take()
  try {
    return await BookThread.open(request, release)
  } catch (error) {
    release()
    throw error
  }
}

class BookThread {
  readonly #worker: Worker
  readonly #request: BookRequest

  private constructor(worker: Worker, request: BookRequest) {
    this.#worker = worker
    this.#request = request
    // Every wait handles the error itself; between two waits nobody listens.
    worker.on('error', () => {})
  }

  static async open(request: BookRequest, release: () => void): Promise<Sheet> {
    const { limits } = request
    const { bookWorkerUrl } = await import('./book-worker')
    const worker = startThread(bookWorkerUrl, {
      name: 'book',
      workerData: { book: request },
      // SheetJS prints its warnings there.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: limits.memory_mb, maxYoungGenerationSizeMb: 32 },
    })
    worker.stdout.resume()
    worker.stderr.resume()
    const thread = new BookThread(worker, request)
    let closed: Promise<void> | null = null
    const close = (): Promise<void> => (closed ??= worker.terminate().then(release))
    try {
      const message = await thread.#answer()
      if (!('opened' in message)) throw new Error('The thread of a book answered out of turn.')
      return { ...message.opened, rows: () => thread.#rows(close), close }
    } catch (error) {
      await close()
      throw error
    }
  }

  /** Rows are taken ahead of their reader as far as they fit: the thread of an open book holds ten times their memory. */
  async *#rows(close: () => Promise<void>): AsyncGenerator<readonly SheetRow[]> {
    try {
      for (let isLast = false; !isLast; ) {
        const ahead: (readonly PackedRow[])[] = []
        for (let chars = 0; !isLast && chars < MAX_CHARS_AHEAD; ) {
          this.#worker.postMessage('next', [])
          const message = await this.#answer()
          if (!('rows' in message)) throw new Error('The thread of a book answered out of turn.')
          if (message.rows.length > 0) ahead.push(message.rows)
          for (const [, , texts] of message.rows) for (const { length } of texts) chars += length
          isLast = message.last
        }
        if (isLast) await close()
        for (let rows = ahead.shift(); rows; rows = ahead.shift()) yield rows.map(unpacked)
      }
    } finally {
      await close()
    }
  }

  /** The next message, within the time limit. @throws {UnreadableFile} also when the book killed the thread */
  async #answer(): Promise<Exclude<BookMessage, { unreadable: unknown }>> {
    const { name, limits } = this.#request
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), limits.time_ms)
    const ended = once(this.#worker, 'exit', { signal: stop.signal }).then(() => {
      throw new UnreadableFile('sheets.damaged', { name })
    })
    try {
      const [message] = (await Promise.race([once(this.#worker, 'message', { signal: stop.signal }), ended])) as [BookMessage]
      if (!('unreadable' in message)) return message
      throw new UnreadableFile(message.unreadable.key, message.unreadable.params)
    } catch (error) {
      if (error instanceof UnreadableFile) throw error
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'ABORT_ERR') throw new UnreadableFile('sheets.too_slow', { name }, { cause: error })
      if (code === 'ERR_WORKER_OUT_OF_MEMORY') throw new UnreadableFile('sheets.too_large', { name }, { cause: error })
      throw new UnreadableFile('sheets.damaged', { name }, { cause: error })
    } finally {
      clearTimeout(timer)
      stop.abort()
      ended.catch(() => {})
    }
  }
}
