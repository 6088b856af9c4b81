import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { UnreadableFile } from './decode-text'
import { entryFile } from '../threads/entry-file'
import { MemoryTurns } from '../threads/memory-turns'
import { startProcess } from '../threads/start-process'
import type { BookMessage, BookOrder } from './book-process'
import { unpacked, type PackedRow } from './packed-row'
import type { BookRequest } from './read-book'
import { SHEET_LIMITS, type Sheet, type SheetRow } from './sheet'

/**
 * The processes of all open books share what one large book may use: small ones are read side by side, a large one
 * alone.
 */
const memory = new MemoryTurns(SHEET_LIMITS.memory_mb)
/** A process of Node with the reader in it, and what it uses for each unpacked byte: 5 to 6 were measured. */
const OWN_MEMORY_MB = 140
const MEMORY_PER_BYTE = 6
/** Start and small parts, then the work for each megabyte: 0.1 to 0.2 s were measured. */
const OWN_CPU_MS = 6000
const CPU_MS_PER_MB = 350

/** Characters of rows that wait for their reader. */
const MAX_CHARS_AHEAD = 16_000_000

/**
 * Opens a book in a process of its own, since a bad book may end it.
 * @param bytes that it unpacks to, by its own account; the process goes by what is unpacked indeed
 * @throws {UnreadableFile}
 */
export async function openBook(book: BookRequest, bytes: number): Promise<Sheet> {
  const mb = bytes / 1e6
  const memory_mb = Math.min(book.limits.memory_mb, Math.ceil(OWN_MEMORY_MB + MEMORY_PER_BYTE * mb))
  const release = await memory.take(memory_mb)
  try {
    return await BookReader.open({ book, bounds: { memory_mb, cpu_ms: OWN_CPU_MS + CPU_MS_PER_MB * mb } }, release)
  } catch (error) {
    release()
    throw error
  }
}

class BookReader {
  readonly #process: ChildProcess
  readonly #book: BookRequest

  private constructor(process: ChildProcess, book: BookRequest) {
    this.#process = process
    this.#book = book
    // Every wait handles the end itself; between two waits nobody listens.
    process.on('error', () => {})
  }

  static async open(order: BookOrder, release: () => void): Promise<Sheet> {
    // Half of the memory for objects; the file and its texts are outside of that.
    const child = startProcess(entryFile(import.meta.url, 'book-process'), [
      `--max-old-space-size=${Math.max(16, Math.floor(order.bounds.memory_mb / 2))}`,
      '--max-semi-space-size=8',
    ])
    const ended = new Promise<void>((done) => child.once('exit', () => done()).once('error', () => done()))
    const reader = new BookReader(child, order.book)
    let closed: Promise<void> | null = null
    const close = (): Promise<void> => {
      child.kill('SIGKILL')
      return (closed ??= ended.then(release))
    }
    try {
      child.send(order, () => {})
      const message = await reader.#answer()
      if (!('opened' in message)) throw new Error('The process that reads a spreadsheet answered out of order.')
      return { ...message.opened, rows: () => reader.#rows(close), close }
    } catch (error) {
      await close()
      throw error
    }
  }

  /**
   * Rows are taken ahead of their reader as far as they fit: the process of an open book holds ten times their memory.
   */
  async *#rows(close: () => Promise<void>): AsyncGenerator<readonly SheetRow[]> {
    try {
      for (let isLast = false; !isLast; ) {
        const ahead: (readonly PackedRow[])[] = []
        for (let chars = 0; !isLast && chars < MAX_CHARS_AHEAD; ) {
          this.#process.send('next', () => {})
          const message = await this.#answer()
          if (!('rows' in message)) throw new Error('The process that reads a spreadsheet answered out of order.')
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

  /** The next message, within the time limit. @throws {UnreadableFile} also when the book ended the process */
  async #answer(): Promise<Exclude<BookMessage, { unreadable: unknown }>> {
    const { name, limits } = this.#book
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), limits.time_ms)
    const { signal } = stop
    // Its last message may come after its exit: `close` is both.
    const ended = once(this.#process, 'close', { signal }).then(([, by]: unknown[]) => {
      throw new UnreadableFile(ENDED[String(by)] ?? 'sheets.damaged', { name })
    })
    try {
      const [message] = (await Promise.race([once(this.#process, 'message', { signal }), ended])) as [BookMessage]
      if (!('unreadable' in message)) return message
      throw new UnreadableFile(message.unreadable.key, message.unreadable.params)
    } catch (error) {
      if (error instanceof UnreadableFile) throw error
      const isLate = (error as NodeJS.ErrnoException).code === 'ABORT_ERR'
      throw new UnreadableFile(isLate ? 'sheets.too_slow' : 'sheets.damaged', { name }, { cause: error })
    } finally {
      clearTimeout(timer)
      stop.abort()
      ended.catch(() => {})
    }
  }
}

/**
 * What the signal that ended a process means: its own guard's, or the engine's (and the kernel's) when memory is out.
 */
const ENDED: { readonly [signal: string]: string } = {
  SIGKILL: 'sheets.too_large',
  SIGABRT: 'sheets.too_large',
  SIGTRAP: 'sheets.too_large',
  SIGTERM: 'sheets.too_slow',
}
