import { createContext, useContext } from 'react'
import type { Field } from '../model/field'
import type { JsonObject } from '../model/json'

/**
 * One thing a reference may point to; `recent`: chosen here a short while ago, `detail`: a second line that
 * distinguishes it from similar ones.
 */
export interface Choice {
  readonly id: number | string
  readonly label: string
  readonly recent?: boolean
  readonly detail?: string
  /** The catalogue it is of, where several are searched at once. */
  readonly group?: string
}

/** A tag of a catalogue. */
export interface TagChoice {
  readonly id: number
  readonly name: string
  readonly color: string
}

/** What a search depends on in addition to its text. */
interface SearchOptions {
  readonly signal?: AbortSignal
  /** Values of the record that refers, where the reference's choices depend on them (`x-choices`). */
  readonly form?: JsonObject
}

/** How reference views find and name records; the generated screens supply it over the data provider. */
export interface Lookup {
  /** Up to `limit` matches of a text, scoped and permitted by the server; rejects with a readable error. */
  search(field: Field, text: string, limit: number, asked?: SearchOptions): Promise<readonly Choice[]>
  /** Which of the ids may be chosen in this form. */
  fitting(field: Field, ids: readonly (number | string)[], form: JsonObject): Promise<readonly Choice[]>
  /** The one record that may be chosen in this form; null when there is none or more than one. */
  sole(field: Field, form: JsonObject): Promise<Choice | null>
  /** The values that rules read of a referenced record (`id_product.hide_price`), by the name there. */
  find(field: Field, id: number | string): Promise<JsonObject>
  /** The label of one id, null when it is gone or not permitted. */
  label(field: Field, id: number | string): Promise<string | null>
  /** Remembers a choice, so that it comes first the next time. */
  used(field: Field, choice: Choice): void
  /** The tags of the catalogue on the page. */
  tags?(): Promise<readonly TagChoice[]>
  /** Where the record's page is, null when this user may not see it. @param record that refers */
  href?(field: Field, id: number | string, record?: JsonObject): string | null
  /** The title of the catalogue that the field refers to. */
  titleOf?(field: Field): string | undefined
  /** The label of another field of the record that refers. */
  labelOf?(name: string): string
  /** Whether a new record may be made from the form (`x-create` and the right to edit that catalogue). */
  mayCreate?(field: Field): boolean
  /** Opens the form of a new record over this one, with the text that was searched; null: cancelled. */
  create?(field: Field, text: string, form: JsonObject): Promise<Choice | null>
}

const LookupContext = createContext<Lookup | null>(null)
export const LookupProvider = LookupContext.Provider

export function useLookup(): Lookup {
  const lookup = useContext(LookupContext)
  if (!lookup) throw new Error('useLookup needs a <LookupProvider> around it.')
  return lookup
}
