import { numberText, type NumberStyle, zonedText } from '#engine/model'
import { CHANNEL_LIMITS } from './limits'
import type { BotAround, SpokenPlace, Value } from './talk'

/** Characters of a variable within a text; the rest is cut. */
const MAX_VALUE = 300
const NAMED = /\{([a-z][a-z0-9_]*)\}/g
/** Control characters, and those that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu

export const isSpokenPlace = (value: Value | undefined): value is SpokenPlace => typeof value === 'object'

/**
 * A value as people read it, on one line; a number with the signs of the house where they are given, else in plain
 * digits.
 */
export function spokenValue(value: Value | undefined, numbers?: NumberStyle): string {
  const text =
    value === undefined
      ? ''
      : isSpokenPlace(value)
        ? value.address
        : typeof value === 'number' && numbers
          ? numberText(value, numbers)
          : String(value)
  return text.replace(UNSEEN, ' ').replace(/ {2,}/g, ' ').trim().slice(0, MAX_VALUE)
}

/** What every conversation knows without asking. `weekday`: 1 is Monday. */
export const BUILT_IN = ['channel', 'hour', 'today', 'weekday'] as const

/** The value of a variable, also of those that nobody sets. */
export function variableValue(
  name: string,
  vars: { readonly [name: string]: Value },
  { now, zone, channel }: BotAround,
): Value | undefined {
  const clock = zonedText(now, zone)
  switch (name) {
    case 'channel':
      return channel
    case 'hour':
      return Number(clock.slice(11, 13))
    case 'today':
      return clock.slice(0, 10)
    case 'weekday':
      return ((new Date(`${clock.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7) + 1
    default:
      return Object.hasOwn(vars, name) ? vars[name] : undefined
  }
}

/** A step's text with `{name}` filled in. What people wrote stays plain text: braces within it name nothing. */
export const filledText = (text: string, vars: { readonly [name: string]: Value }, around: BotAround): string =>
  text
    .replace(NAMED, (_, name: string) => spokenValue(variableValue(name, vars, around), around.numbers))
    .slice(0, CHANNEL_LIMITS[around.channel].text)

/** Variables that a text names, each once. */
export const variablesOfText = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(NAMED)].flatMap(([, name]) => name ?? [])),
]
