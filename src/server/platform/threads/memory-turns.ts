interface Waiting {
  readonly mb: number
  readonly begin: () => void
}

/** Lets programs begin, in their order, as long as the memory that all of them may use together is not passed. */
export class MemoryTurns {
  readonly #all: number
  #free: number
  readonly #waiting: Waiting[] = []

  constructor(mb: number) {
    this.#all = mb
    this.#free = mb
  }

  /**
   * Waits until so much is free; more than there is counts as all of it.
   * @returns how to give it back; repeating that does no harm
   */
  async take(wanted_mb: number): Promise<() => void> {
    const mb = Math.min(wanted_mb, this.#all)
    await new Promise<void>((begin) => {
      this.#waiting.push({ mb, begin })
      this.#next()
    })
    let given = false
    return () => {
      if (given) return
      given = true
      this.#free += mb
      this.#next()
    }
  }

  #next(): void {
    // The first in the row waits for its room though a later one might fit: else a large one would never begin.
    for (let [first] = this.#waiting; first && first.mb <= this.#free; [first] = this.#waiting) {
      this.#waiting.shift()
      this.#free -= first.mb
      first.begin()
    }
  }
}
