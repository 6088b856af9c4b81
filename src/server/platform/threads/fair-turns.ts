/** How many go on and wait at once. */
interface FairLimits {
  /** All together. */
  readonly at_once: number
  /** Of one line. */
  readonly a_line: number
  readonly waiting_a_line: number
  /** Of all lines of the same kind. */
  readonly waiting: number
}

interface Line {
  readonly known: boolean
  running: number
  readonly waiting: (() => void)[]
}

/** Thrown where no more may wait. */
export class TurnsFull extends Error {}

/**
 * Lets a few in at a time, a line (a network, a person) after the other, so that whoever asks a hundred times waits
 * behind whoever asks once; those known and strangers take turns and have room of their own, so that no crowd of
 * strangers shuts them out.
 */
export class FairTurns {
  readonly #limits: FairLimits
  readonly #lines = new Map<string, Line>()
  #running = 0
  #wasKnown = false

  constructor(limits: FairLimits) {
    this.#limits = limits
  }

  /** Waits for a turn. @returns how to give it back; repeating that does no harm @throws {TurnsFull} */
  async take(name: string, known = false): Promise<() => void> {
    const { at_once, a_line } = this.#limits
    const key = `${known} ${name}`
    const line = this.#lines.get(key) ?? { known, running: 0, waiting: [] }
    if (this.#running < at_once && line.running < a_line) this.#begin(line)
    else await this.#wait(key, line)
    this.#lines.set(key, line)
    let given = false
    return () => {
      if (given) return
      given = true
      this.#running--
      line.running--
      if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(key)
      this.#next()
    }
  }

  #begin(line: Line): void {
    this.#running++
    line.running++
  }

  #wait(key: string, line: Line): Promise<void> {
    const { waiting_a_line, waiting } = this.#limits
    const all = [...this.#lines.values()].reduce(
      (sum, one) => sum + (one.known === line.known ? one.waiting.length : 0),
      0,
    )
    if (line.waiting.length >= waiting_a_line || all >= waiting) throw new TurnsFull()
    this.#lines.set(key, line)
    return new Promise((begin) => line.waiting.push(begin))
  }

  #next(): void {
    while (this.#running < this.#limits.at_once) {
      const found = this.#first(!this.#wasKnown) ?? this.#first(this.#wasKnown)
      if (!found) return
      const [key, line] = found
      this.#wasKnown = line.known
      // To the end of the row: the other lines come first.
      this.#lines.delete(key)
      this.#lines.set(key, line)
      this.#begin(line)
      line.waiting.shift()?.()
    }
  }

  #first(known: boolean): readonly [string, Line] | undefined {
    return [...this.#lines].find(
      ([, line]) => line.known === known && line.waiting.length > 0 && line.running < this.#limits.a_line,
    )
  }
}
