import { isObject, type Json } from './json'

/**
 * What may become of something that goes on though the record it belongs to is switched off or removed: it stays as it
 * is, it is called off, it is given back, so that somebody else takes it, or it is let go, for the record is what held
 * it.
 */
export const MATTER_CHOICES = ['keep', 'free', 'cancel', 'pass'] as const
export type MatterChoice = (typeof MATTER_CHOICES)[number]

/** Something that goes on, as whoever ends the access sees it. */
export interface OpenMatter {
  /** One of its kind: `services/81`. */
  readonly key: string
  /** What it is, in a few words. */
  readonly title: string
  readonly detail: string | null
  /** ISO 8601 UTC. */
  readonly date: string | null
  /** The page of the console that shows it. */
  readonly path: string | null
  readonly choices: readonly MatterChoice[]
  /** Whose it is: the record that is switched off. */
  readonly of: string
}

/** What a refused call carries (`open`): the first of the matters, and how many there are. */
export interface OpenMatters {
  readonly items: readonly OpenMatter[]
  readonly total: number
  /** What will happen to them, in the asker's language; absent: they go on, unless the asker decides otherwise. */
  readonly text?: string
}

/** The answer, for each that was named and for the rest. */
export interface Settling {
  readonly of: { readonly [key: string]: MatterChoice }
  readonly rest: MatterChoice | null
}

/** The header by which the same call is made again with the answer: `{"rest":"keep","of":{"services/81":"cancel"}}`. */
export const SETTLE_HEADER = 'settle'

const isChoice = (value: Json | undefined): value is MatterChoice => MATTER_CHOICES.some((choice) => choice === value)

/** Reads an answer; null: it is none. */
export function readSettling(json: Json): Settling | null {
  if (!isObject(json)) return null
  const { of = {}, rest = null } = json
  if (!isObject(of) || !(rest === null || isChoice(rest))) return null
  const given = Object.entries(of)
  if (!given.every((entry): entry is [string, MatterChoice] => isChoice(entry[1]))) return null
  return { of: Object.fromEntries(given), rest }
}

/**
 * What becomes of a matter by an answer; null: nothing was said of it. `rest` is for those that allow it, and the
 * others stay where they may.
 */
export function choiceFor(
  { of, rest }: Settling,
  { key, choices }: Pick<OpenMatter, 'key' | 'choices'>,
): MatterChoice | null {
  const own = Object.hasOwn(of, key) ? of[key] : undefined
  if (own !== undefined) return choices.includes(own) ? own : null
  if (rest === null || choices.includes(rest)) return rest
  return choices.includes('keep') ? 'keep' : null
}
