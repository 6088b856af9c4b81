import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A script beside this file in a process of its own, from its source; `lines` are what it has printed so far. */
export class Child {
  readonly process: ChildProcessWithoutNullStreams
  readonly lines: string[] = []
  readonly ended: Promise<void>
  #errors = ''

  constructor(script: string, ...args: string[]) {
    this.process = spawn(
      process.execPath,
      ['--import', 'tsx', fileURLToPath(new URL(script, import.meta.url)), ...args],
      { stdio: 'pipe' },
    )
    let rest = ''
    this.process.stdout.on('data', (text) => {
      const parts = (rest + String(text)).split('\n')
      rest = parts.pop() ?? ''
      this.lines.push(...parts)
    })
    this.process.stderr.on('data', (text) => {
      this.#errors += String(text)
    })
    this.ended = new Promise((done) => this.process.on('close', () => done()))
  }

  /** The first line; what it said on its error output when there is none. */
  async says(): Promise<string> {
    for (;;) {
      const [line] = this.lines
      if (line !== undefined) return line
      if (this.process.exitCode !== null || this.process.signalCode !== null)
        throw new Error(`it ended without a word: ${this.#errors}`)
      await new Promise((done) => setTimeout(done, 5))
    }
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL')
    await this.ended
  }
}
