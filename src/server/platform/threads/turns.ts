/** Lets a few in at a time; later callers wait for their turn. */
export class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(max: number) {
    this.#free = max
  }

  /** Waits for a turn. @returns how to give it back; repeating that does no harm */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((turn) => this.#waiting.push(turn))
    return this.#given()
  }

  /**
   * Waits for a turn, or until there is no need of one.
   * @returns how to give it back; null: the signal came first, and the next in the line waits on
   */
  async takeUnless(signal: AbortSignal): Promise<(() => void) | null> {
    if (signal.aborted) return null
    if (this.#free > 0) {
      this.#free--
      return this.#given()
    }
    return await new Promise((resolve) => {
      const turn = (): void => {
        signal.removeEventListener('abort', leave)
        resolve(this.#given())
      }
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1)
        resolve(null)
      }
      this.#waiting.push(turn)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  #given(): () => void {
    let given = false
    return () => {
      if (given) return
      given = true
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}
