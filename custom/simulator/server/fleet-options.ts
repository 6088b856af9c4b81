import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CommandError } from '#engine/server'
import { DEMO_PASSWORD, driverEmail } from '../../demo/model'
import { WHIMS, type Whims } from '../model/whims'
import type { CallersOptions } from './sim-callers'
import type { SimOptions } from './sim-driver'

interface FleetOptions {
  readonly url: string
  readonly drivers: readonly SimOptions[]
  /** Null: nobody rings. */
  readonly callers: CallersOptions | null
  /** Seconds after which everybody leaves; null: when the simulator is stopped. */
  readonly for_s: number | null
  readonly quiet: boolean
}

const TEXT = { type: 'string' } as const
const WHIM_NAMES = Object.keys(WHIMS) as (keyof Whims)[]
const NAMES = [
  'url',
  'drivers',
  'callers',
  'first',
  'speed',
  'every',
  'rate',
  'poll',
  'for',
  'accept',
  'reject',
  'silent',
  ...WHIM_NAMES,
  'seed',
  'accounts',
  'password',
] as const

/** Reads the simulator's options from its arguments. @throws {CommandError} with a sentence */
export function fleetOptions(args: readonly string[]): FleetOptions {
  const options = { ...Object.fromEntries(NAMES.map((name) => [name, TEXT])), quiet: { type: 'boolean' } } as const
  const { values } = parseArgs({ args: [...args], strict: false, options })
  const unknown = Object.keys(values).filter((name) => name !== 'quiet' && !(NAMES as readonly string[]).includes(name))
  if (unknown.length > 0)
    throw new CommandError(
      `The simulator does not know --${unknown.join(', --')}. It knows --${NAMES.join(', --')}, --quiet.`,
    )
  const text = (name: (typeof NAMES)[number]): string | null => {
    const value = values[name]
    return typeof value === 'string' ? value : null
  }
  const number = (name: (typeof NAMES)[number], least: number, max: number): number | null => {
    const given = text(name)
    if (given === null) return null
    const value = Number(given)
    if (given.trim() === '' || !(value >= least && value <= max)) {
      throw new CommandError(`--${name} must be a number from ${least} to ${max}, not "${given}".`)
    }
    return value
  }
  const count = Math.floor(number('drivers', 1, 100_000) ?? 20)
  const first = Math.floor(number('first', 1, 1_000_000) ?? 1)
  const rate = number('rate', 0.001, 1_000_000)
  const every_s = rate === null ? number('every', 0.2, 3600) : count / rate
  const odds = {
    accept: number('accept', 0, 1) ?? 0.8,
    reject: number('reject', 0, 1) ?? 0.12,
    silent: number('silent', 0, 1) ?? 0.08,
  }
  const whims = Object.fromEntries(WHIM_NAMES.map((name) => [name, number(name, 0, 0.3) ?? WHIMS[name]])) as {
    readonly [name in keyof Whims]: number
  }
  const speed = number('speed', 0.1, 100) ?? 1
  const habits = { odds, speed, whims }
  const password = text('password') ?? DEMO_PASSWORD
  const accounts = accountsOf(text('accounts'), password, first, count)
  const seed = number('seed', 0, 1_000_000_000) ?? 1
  const callers = Math.floor(number('callers', 0, 10_000) ?? 0)
  return {
    url: (text('url') ?? 'http://127.0.0.1:8080').replace(/\/+$/, ''),
    for_s: number('for', 1, 1_000_000),
    quiet: values['quiet'] === true,
    callers: callers === 0 ? null : { habits: { callers, speed }, password, seed: seed * 100_003 },
    drivers: accounts.map((account, index) => ({
      ...account,
      habits,
      every_s,
      poll_s: number('poll', 0.5, 3600),
      seed: seed * 100_003 + first + index,
    })),
  }
}

/** The demo's drivers from number `first`, or those of a file with `username,password` lines. */
function accountsOf(
  file: string | null,
  password: string,
  first: number,
  count: number,
): readonly { readonly username: string; readonly password: string }[] {
  if (file === null)
    return Array.from({ length: count }, (_, index) => ({ username: driverEmail(first + index), password }))
  const lines = readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
  return lines.slice(first - 1, first - 1 + count).map((line) => {
    const [username = '', own = password] = line.split(',').map((part) => part.trim())
    return { username, password: own }
  })
}
