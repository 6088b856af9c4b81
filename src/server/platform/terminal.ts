import { inspect } from 'node:util'

/** A line for the person at the terminal. */
export const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** What went wrong: a sentence as it is, an error with its location. */
export const complain = (what: unknown): void => {
  process.stderr.write(`${typeof what === 'string' ? what : inspect(what)}\n`)
}
