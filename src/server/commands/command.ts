import type { Config } from '../config'
import type { ServerFeature } from '../feature'

export interface CommandContext {
  readonly config: Config
  /** Arguments after the command's name. */
  readonly args: readonly string[]
  readonly features: readonly ServerFeature[]
  readonly log: (line: string) => void
}

/** @returns the exit code; `undefined` keeps the process running */
export type Command = (context: CommandContext) => Promise<number | undefined>

/** Told to the person at the terminal as it is, without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
