import { AppError } from '../../model/errors'

/** Files that one process reads at once: each has a thread of its own, and the memory of one. */
export const MAX_OPEN = 2
/** Files that may wait for that; more are refused. */
export const MAX_WAITING = 20
/** A file that waits is told of again and again, or it would be taken for one whose process died. */
const STILL_MS = 30_000

/** The files that a process reads: two at once over all users, others wait their turn. */
export class Readings {
  readonly #stop = new AbortController()
  readonly #all = new Set<Promise<void>>()
  /** Each begins one that waits. */
  readonly #waiting: (() => void)[] = []
  #free = MAX_OPEN

  /** @throws {AppError} TOO_MANY when too many wait already */
  assertRoom(): void {
    if (this.#free === 0 && this.#waiting.length >= MAX_WAITING) throw new AppError('TOO_MANY', { say: 'import.too_busy' })
  }

  /**
   * Reads a file as soon as there is room for it. At the end of the process what still waits is called with a signal that has aborted.
   * @param waits tells of it while it waits, again and again
   */
  begin(work: (signal: AbortSignal) => Promise<void>, waits: () => Promise<void>): Promise<void> {
    const reading = this.#inTurn(work, waits).finally(() => this.#all.delete(reading))
    this.#all.add(reading)
    return reading
  }

  async end(): Promise<void> {
    this.#stop.abort()
    for (const begin of this.#waiting.splice(0)) begin()
    await Promise.allSettled(this.#all)
  }

  async #inTurn(work: (signal: AbortSignal) => Promise<void>, waits: () => Promise<void>): Promise<void> {
    if (this.#free > 0) this.#free--
    else await this.#turn(waits)
    try {
      await work(this.#stop.signal)
    } finally {
      // Its place goes to the next one, if there is one.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }

  async #turn(waits: () => Promise<void>): Promise<void> {
    const tell = () => waits().catch((cause: unknown) => process.emitWarning(new Error('It could not be told that a file waits.', { cause })))
    let told = tell()
    const still = setInterval(() => { told = tell() }, STILL_MS)
    await new Promise<void>((begin) => this.#waiting.push(begin))
    clearInterval(still)
    await told
  }
}
