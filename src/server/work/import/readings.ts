import { AppError } from '../../../model/errors'

/**
 * Files that one process reads at once, of one user one: what several books may use together is bounded by itself
 * (`openBook`).
 */
export const MAX_OPEN = 3
/** Files that may wait for their turn; more are refused. */
export const MAX_WAITING = 20
/** A waiting file is reported at this interval, or its process would be taken for dead. */
const STILL_MS = 30_000

interface Waiting {
  readonly user: number
  readonly begin: () => void
}

/**
 * The files that a process reads: a few at once, others wait. The next one is of the user whose last turn is longest
 * ago, so nobody waits behind another's many.
 */
export class Readings {
  readonly #stop = new AbortController()
  readonly #all = new Set<Promise<void>>()
  #waiting: readonly Waiting[] = []
  /** Users whose file is being read. */
  readonly #reading = new Set<number>()
  /** Users in the order of their last turns. */
  readonly #served = new Set<number>()

  /** @throws {AppError} TOO_MANY when too many wait already */
  assertRoom(): void {
    if (this.#reading.size === MAX_OPEN && this.#waiting.length >= MAX_WAITING)
      throw new AppError('TOO_MANY', { say: 'import.too_busy' })
  }

  /**
   * Reads a file as soon as there is room for it. When the process ends, waiting files are called with an aborted
   * signal.
   * @param waits reports that it is still waiting, repeatedly
   */
  begin(user: number, work: (signal: AbortSignal) => Promise<void>, waits: () => Promise<void>): Promise<void> {
    const reading = this.#inTurn(user, work, waits).finally(() => this.#all.delete(reading))
    this.#all.add(reading)
    return reading
  }

  async end(): Promise<void> {
    this.#stop.abort()
    this.#next()
    await Promise.allSettled(this.#all)
  }

  async #inTurn(user: number, work: (signal: AbortSignal) => Promise<void>, waits: () => Promise<void>): Promise<void> {
    let begun = false
    const turn = new Promise<void>((done) => {
      const begin = () => {
        begun = true
        done()
      }
      this.#waiting = [...this.#waiting, { user, begin }]
    })
    this.#next()
    if (!begun) await this.#told(turn, waits)
    try {
      await work(this.#stop.signal)
    } finally {
      this.#reading.delete(user)
      if (this.#waiting.length === 0 && this.#reading.size === 0) this.#served.clear()
      this.#next()
    }
  }

  /** Begins the waiting files that have room; all of them once the process ends. */
  #next(): void {
    const order = [...this.#served]
    for (;;) {
      const isEnd = this.#stop.signal.aborted
      if (!isEnd && this.#reading.size >= MAX_OPEN) return
      const able = this.#waiting.filter(({ user }) => isEnd || !this.#reading.has(user))
      // Who never had a turn is at -1; of several files the first.
      const first = Math.min(...able.map(({ user }) => order.indexOf(user)))
      const next = able.find(({ user }) => order.indexOf(user) === first)
      if (!next) return
      this.#waiting = this.#waiting.filter((one) => one !== next)
      this.#reading.add(next.user)
      this.#served.delete(next.user)
      this.#served.add(next.user)
      next.begin()
    }
  }

  async #told(turn: Promise<void>, waits: () => Promise<void>): Promise<void> {
    const tell = () =>
      waits().catch((cause: unknown) =>
        process.emitWarning(new Error('It could not be told that a file waits.', { cause })),
      )
    let told = tell()
    const still = setInterval(() => {
      told = tell()
    }, STILL_MS)
    await turn
    clearInterval(still)
    await told
  }
}
