import { ConfigError, readConfig } from './config'
import { FolderInUseError } from './database/open'
import type { ServerFeature } from './feature'
import { MetadataFaults } from './metadata/metadata'
import { CommandError, type Command } from './commands/command'
import { check } from './commands/check'
import { createAdmin } from './commands/create-admin'
import { dev } from './commands/dev'
import { generate } from './commands/generate'
import { load } from './commands/load'
import { makeSchema } from './commands/new'
import { start } from './commands/start'

const COMMANDS: { readonly [name: string]: Command } = { start, dev, check, new: makeSchema, load, 'create-admin': createAdmin, generate }

/** Runs the command that the arguments name (`start` when they name none) with the application's features; sets the exit code. */
export async function startServer(features: readonly ServerFeature[]): Promise<void> {
  const [name = 'start', ...args] = process.argv.slice(2)
  const named = Object.hasOwn(COMMANDS, name) || !name.startsWith('-')
  const command = COMMANDS[named ? name : 'start']
  try {
    if (!command) throw new CommandError(`There is no command "${name}". Commands: ${Object.keys(COMMANDS).join(', ')}.`)
    const rest = named ? args : [name, ...args]
    process.exitCode = await command({ config: readConfig(process.env, rest), args: rest, features, log: (line) => console.log(line) })
  } catch (error) {
    console.error(sentenceOf(error))
    process.exitCode = 1
  }
}

// What a person can do something about is a sentence; anything else is a bug and shows where it happened.
function sentenceOf(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof CommandError || error instanceof FolderInUseError) return error.message
  if (error instanceof MetadataFaults) return `The metadata has ${error.lines.length === 1 ? 'a mistake' : `${error.lines.length} mistakes`}:\n${error.message}`
  return error
}
