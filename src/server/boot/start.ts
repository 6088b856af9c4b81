import { ConfigError, readConfig } from '../platform/config'
import { FolderInUseError } from '../platform/database/open'
import type { ServerFeature } from '../language/feature/feature'
import { InvalidMetadata } from '../language/metadata/metadata'
import { DatabaseAheadError } from '../language/migrate/migrate'
import { CommandError } from './commands/command-error'
import type { Command } from '../language/feature/feature'
import { complain, printLine } from '../platform/terminal'

// Loaded on demand: a check needs no web server.
const COMMANDS: { readonly [name: string]: () => Promise<Command> } = {
  start: async () => (await import('./commands/start')).start,
  dev: async () => (await import('./commands/dev')).dev,
  check: async () => (await import('./commands/check')).check,
  new: async () => (await import('./commands/new')).makeSchema,
  load: async () => (await import('./commands/load')).load,
  migrate: async () => (await import('./commands/migrate')).migrateCommand,
  'create-admin': async () => (await import('./commands/create-admin')).createAdmin,
  'reset-second-factor': async () => (await import('./commands/reset-second-factor')).resetSecondFactor,
  reseal: async () => (await import('./commands/reseal')).reseal,
  rollups: async () => (await import('./commands/rollups')).rollups,
  generate: async () => (await import('./commands/generate')).generate,
}

/**
 * Runs the command that the arguments name (`start` when they name none) with the application's features; sets the exit
 * code.
 */
export async function startServer(features: readonly ServerFeature[]): Promise<void> {
  const [name = 'start', ...args] = process.argv.slice(2)
  const named = !name.startsWith('-')
  const commands = Object.assign({}, ...features.map((feature) => feature.commands), COMMANDS) as typeof COMMANDS
  try {
    const find = Object.hasOwn(commands, name) ? commands[name] : named ? undefined : commands.start
    if (!find) throw new CommandError(`There is no command "${name}". Commands: ${Object.keys(commands).join(', ')}.`)
    const rest = named ? args : [name, ...args]
    const command = await find()
    process.exitCode = await command({ config: readConfig(process.env, rest), args: rest, features, log: printLine })
  } catch (error) {
    complain(sentenceOf(error))
    process.exitCode = 1
  }
}

// A problem that a person can solve is a sentence; anything else is a bug and shows where it happened.
function sentenceOf(error: unknown): unknown {
  if (
    error instanceof ConfigError ||
    error instanceof CommandError ||
    error instanceof FolderInUseError ||
    error instanceof DatabaseAheadError
  )
    return error.message
  if (!(error instanceof InvalidMetadata)) return error
  return `The metadata has ${error.lines.length === 1 ? 'a mistake' : `${error.lines.length} mistakes`}:\n${error.message}`
}
