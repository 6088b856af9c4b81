import { Duplex } from 'node:stream'
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads'
import type { PgliteSays, PgliteStart } from './pglite-worker'
import { pathToFileURL } from 'node:url'
import { entryFile } from '../threads/entry-file'
import { startThread } from '../threads/start-thread'

/** Starts `pglite-worker` in a thread of its own: the built file next to this bundle, or the TypeScript source. */
function startPgliteThread(start: PgliteStart): Worker {
  const file = entryFile(import.meta.url, 'pglite-worker')
  return startThread(pathToFileURL(file).href, {
    workerData: start,
    transferList: [start.port as MessagePort],
    name: 'pglite',
  })
}

/**
 * A socket that ends in the worker thread instead of a network: PostgreSQL's own wire bytes go in and out, so the
 * ordinary `pg` client runs over it, with the same types, errors and notifications as on a server.
 */
export class PgliteWire extends Duplex {
  readonly #port: MessagePort
  readonly #worker: Worker
  #closing = false

  private constructor(port: MessagePort, worker: Worker) {
    super()
    this.#port = port
    this.#worker = worker
    port.on('message', (message: Uint8Array | PgliteSays) => {
      if (message instanceof Uint8Array) this.push(message)
    })
    worker.on('error', (error) =>
      this.destroy(new Error(`The embedded database stopped: ${error.message}`, { cause: error })),
    )
    worker.on('exit', () => {
      if (!this.#closing) this.destroy(new Error('The embedded database stopped.'))
    })
  }

  /** Starts the thread and waits until its database answers. */
  static async open(folder: string | null, template: string | null): Promise<PgliteWire> {
    const { port1: port, port2 } = new MessageChannel()
    const worker = startPgliteThread({ port: port2, folder, template })
    const said = await new Promise<PgliteSays>((done, fail) => {
      port.once('message', done)
      worker.once('error', fail)
      worker.once('exit', (code) => fail(new Error(`its thread ended with code ${code}`)))
    }).catch((error: Error): PgliteSays => ({ failed: error.message }))
    if (said === 'ready') return new PgliteWire(port, worker)
    port.close()
    await worker.terminate()
    throw new Error(
      `The embedded database did not start${folder === null ? '' : ` in ${folder}`}: ${typeof said === 'object' ? said.failed : said}`,
    )
  }

  /** Closes the database properly, then its thread. */
  async close(): Promise<void> {
    if (this.#closing) return
    this.#closing = true
    const closed = new Promise((done) => this.#port.once('close', done))
    if (!this.destroyed) {
      this.#port.postMessage('close', [])
      await closed
    }
    await this.#worker.terminate()
    this.destroy()
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#send([chunk])
    done()
  }

  /** The client corks one exchange (parse, bind, execute, sync) into one write; the worker needs it whole. */
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this.#send(chunks.map(({ chunk }) => chunk))
    done()
  }

  #send(chunks: readonly Buffer[]): void {
    const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
    let at = 0
    for (const chunk of chunks) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    this.#port.postMessage(bytes, [bytes.buffer])
  }

  // What `pg` expects of a network socket.
  connect(): this {
    queueMicrotask(() => this.emit('connect'))
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
}
