import { escapeIdentifier } from 'pg'

/** Who listens to which channel, and LISTEN / UNLISTEN kept in step with it. */
export class Channels {
  readonly #ears = new Map<string, Set<(payload: string) => void>>()
  readonly #run: (statement: string) => Promise<unknown>
  readonly #log: (line: string) => void

  /** `run` executes a statement on the connection that receives the notifications. */
  constructor(run: (statement: string) => Promise<unknown>, log: (line: string) => void) {
    this.#run = run
    this.#log = log
  }

  async listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>> {
    const ears = this.#ears.get(channel) ?? new Set()
    this.#ears.set(channel, ears)
    // A wrapper per call, so that one function may listen twice and stop once.
    const ear = (payload: string) => listener(payload)
    ears.add(ear)
    if (ears.size === 1) await this.#run(`listen ${escapeIdentifier(channel)}`)
    return async () => {
      if (!ears.delete(ear) || ears.size > 0) return
      this.#ears.delete(channel)
      await this.#run(`unlisten ${escapeIdentifier(channel)}`)
    }
  }

  notify(channel: string, payload: string): void {
    for (const listener of this.#ears.get(channel) ?? []) {
      try {
        listener(payload)
      } catch (error) {
        this.#log(`a listener of ${channel} failed: ${String(error)}`)
      }
    }
  }

  /**
   * After a lost connection: listens again and notifies everyone with '', because notifications may have been missed.
   */
  async renew(): Promise<void> {
    for (const channel of this.#ears.keys()) await this.#run(`listen ${escapeIdentifier(channel)}`)
    for (const channel of this.#ears.keys()) this.notify(channel, '')
  }
}
