import type { Field } from '../field'
import type { Formula } from '../formulas/formula'

/**
 * The books that the application keeps, as `schemas/application.json` declares them: what accounts there are, whose
 * each is, and the kinds of entries.
 */
export interface Books {
  /** The entity of accounts, and its enum whose values are the kinds of them. */
  readonly accounts: { readonly entity: string; readonly field: string }
  /** The entity of entries, and its enum whose values are the kinds of them. */
  readonly entries: { readonly entity: string; readonly field: string }
  /** Entity → kinds of accounts that each of its records has; the others are the house's. */
  readonly of: { readonly [entity: string]: readonly string[] }
}

/** What a record enters into the books (`x-posts`). */
export interface PostRule {
  readonly name: string
  /** The events that enter it: `created`, `moved:<move>`. None: the program does. */
  readonly on: readonly string[]
  /** The moves that take it back. */
  readonly back: readonly string[]
  /** Kind of the entry. */
  readonly kind: Chosen
  /** Another rule of the record whose entry stands before this one is entered. */
  readonly after?: string
  /** Field with what the entry is called. */
  readonly text?: string
  /** Fields with the currency, the first that is filled; none: the house's. */
  readonly currency: readonly string[]
  readonly lines: readonly PostLine[]
}

/** An amount that goes from one account to another; below zero it goes the other way. */
export interface PostLine {
  /** Null: the program gives it. */
  readonly amount: Formula | null
  readonly from: PostAccount
  readonly to: PostAccount
}

export interface PostAccount {
  readonly account: Chosen
  /** The field, or the path over one reference, that holds whose it is, and the entity of whom. */
  readonly of?: { readonly path: readonly string[]; readonly entity: string }
}

/** A name, or one by the value of an enum of the record. */
export type Chosen =
  | string
  | { readonly by: string; readonly values: { readonly [value: string]: Chosen }; readonly else: Chosen }

/** What a line comes to: an amount of the books, rounded to hundredths. */
export const POST_AMOUNT: Field = {
  name: 'amount',
  entity: '',
  type: 'money',
  title: '',
  required: false,
  system: false,
  readOnly: true,
  secret: false,
  search: false,
  unique: false,
  was: [],
  schema: { 'x-scale': 2 },
}

/** The rule whose entry has the record's own key. */
const OWN_ENTRY = 'entry'

/**
 * The key of what a record enters by a rule: `invoices:12:issue`, and `wallets:12` for the one entry that a movement
 * is.
 */
export const postKey = (entity: string, id: number, rule: string): string =>
  rule === OWN_ENTRY ? `${entity}:${id}` : `${entity}:${id}:${rule}`

/** Every name that may be chosen. */
export const namesOf = (chosen: Chosen): readonly string[] =>
  typeof chosen === 'string' ? [chosen] : [...Object.values(chosen.values), chosen.else].flatMap(namesOf)

/** The fields by which it is chosen. */
export const choosersOf = (chosen: Chosen): readonly string[] =>
  typeof chosen === 'string' ? [] : [chosen.by, ...[...Object.values(chosen.values), chosen.else].flatMap(choosersOf)]

/** The name for a record with these values. */
export function nameFor(chosen: Chosen, record: { readonly [field: string]: unknown }): string {
  if (typeof chosen === 'string') return chosen
  const value = record[chosen.by]
  const key = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return nameFor((Object.hasOwn(chosen.values, key) ? chosen.values[key] : undefined) ?? chosen.else, record)
}
