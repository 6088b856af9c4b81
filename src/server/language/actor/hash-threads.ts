import type { ScryptOptions } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../../model/errors'
import { FairTurns, TurnsFull } from '../../platform/threads/fair-turns'

/** One password to be hashed by scrypt, at the cost that its hash names. */
interface HashWork {
  readonly password: string
  readonly salt: Uint8Array
  readonly bytes: number
  readonly cost: ScryptOptions
}

/**
 * All that the thread does; as a text, since it needs nothing of ours and begins in a tenth of the time of a module.
 */
const THREAD = `
  const { scryptSync } = require('node:crypto')
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', ({ password, salt, bytes, cost }) => parentPort.postMessage(scryptSync(password, salt, bytes, cost)))`

/**
 * Whose turn it is: a network, or a person of the console; `known`: an account's own network or device, which strangers
 * do not keep waiting.
 */
export interface HashLine {
  readonly line: string
  readonly known: boolean
}

// One core stays with the calls of everybody else. libuv's own threads, which files and names are looked up in, hash
// nothing.
const THREADS = Math.max(1, Math.min(2, availableParallelism() - 1))
/** The row of those who wait for a thread. */
export const hashTurns = new FairTurns({ at_once: THREADS, a_line: THREADS, waiting_a_line: 24, waiting: 96 })
const RETRY_S = 3
const IDLE_MS = 2000

interface Resting {
  readonly worker: Worker
  readonly timer: NodeJS.Timeout
}
const resting: Resting[] = []

/**
 * Hashes a password in a thread of its own, when its line's turn comes.
 * @throws {AppError} TOO_MANY with `retry_s` when too many wait
 */
export async function inHashThread(work: HashWork, { line, known }: HashLine): Promise<Uint8Array> {
  const release = await hashTurns.take(line, known).catch((cause: unknown) => {
    throw cause instanceof TurnsFull
      ? new AppError('TOO_MANY', { say: 'errors.busy_logins', params: { retry_s: RETRY_S } }, { cause })
      : cause
  })
  try {
    const worker = awake()
    const key = await ask(worker, work)
    rest(worker)
    return key
  } finally {
    release()
  }
}

function awake(): Worker {
  const one = resting.pop()
  if (one) {
    clearTimeout(one.timer)
    one.worker.ref()
    return one.worker
  }
  return new Worker(THREAD, { eval: true, name: 'hash', execArgv: [] })
}

/** A thread that nobody asks for a while ends: most of a day nobody logs in. */
function rest(worker: Worker): void {
  worker.unref()
  const timer = setTimeout(() => {
    resting.splice(
      resting.findIndex((one) => one.worker === worker),
      1,
    )
    void worker.terminate()
  }, IDLE_MS).unref()
  resting.push({ worker, timer })
}

function ask(worker: Worker, work: HashWork): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error('The thread that hashes passwords ended early.'))
    const listening = {
      message: (key: Uint8Array): void => settle(() => resolve(key)),
      error: (error: Error): void => settle(() => reject(error)),
      exit: (): void => settle(ended),
    }
    const settle = (how: () => void): void => {
      for (const [event, listener] of Object.entries(listening)) worker.off(event, listener)
      how()
    }
    for (const [event, listener] of Object.entries(listening)) worker.on(event, listener)
    worker.postMessage(work, [])
  })
}
