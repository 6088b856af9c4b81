import type { Field } from './field'
import type { Json, JsonObject } from './json'
import type { Operator } from './rules/rule'
import type { FileLimits } from './values/stored-file'

/** What is wrong with a value: an i18n key below `validation.` and the numbers its sentence names. */
export interface FieldError { readonly key: string; readonly params?: { readonly [name: string]: string | number } }

/** The result of reading a text (a csv cell, a query string). */
export type Reading = { readonly value: Json } | { readonly fault: FieldError }

/** How numbers and dates are written for people and in files. */
export interface TextStyle {
  readonly language: string
  /** IANA zone that date-times are shown in. */
  readonly zone: string
  readonly decimal: '.' | ','
}

/**
 * One half of a field type: the shape of its values, with no view and no SQL (`src/fields/<type>/data.ts`).
 * A value is what stands on the wire; null always means "empty" and never reaches `check`.
 */
export interface FieldType {
  readonly name: string
  /** JSON Schema `type` of the wire value, for OpenAPI and for choosing a default type. */
  readonly json: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array'
  /** JSON Schema keywords beside the common ones that a property of this type may use. */
  readonly keywords: readonly string[]
  readonly operators: readonly Operator[]
  /** Operators of list filters and searches alone: they look at something that rules, which see the bare value, do not. */
  readonly onlyInLists?: readonly Operator[]
  /** What a bare filter value means: `name=ana` contains, `state=1` equals. */
  readonly filter: 'contains' | 'eq'
  readonly sortable: boolean
  /** Brings a value into its one canonical form before it is checked (trims text, `true` → 1); leaves what it does not know. */
  canonical(value: Json, field: Field): Json
  check(value: Json, field: Field): FieldError | null
  /** Lossless text for files; null becomes ''. */
  toText(value: Json, field: Field, style: TextStyle): string
  fromText(text: string, field: Field): Reading
  /** What a person reads of a value where only text stands (the log); absent: `toText`. */
  toWords?(value: Json, field: Field, style: TextStyle): string
  /** Order of two non-null values as SQL has it; only called for types with `lt`. */
  compare(a: Json, b: Json): number
  /** A valid value made from a random source in [0, 1): feeds generated tests and demo rows. */
  sample(field: Field, random: () => number): Json
  /** A few values that must be refused, for generated tests. */
  invalid(field: Field): readonly Json[]
  /** Property of the generated record type, e.g. `'string'`. */
  typescript(field: Field): string
  /** Metadata faults of one property, as [JSON path below the property, sentence with the remedy, id of the check if not M014]. */
  faults?(schema: JsonObject): readonly (readonly [path: string, sentence: string, id?: string])[]
  /** Accepted in writes, never read back (a password): no list, answer, file or log shows it. */
  readonly writeOnly?: boolean
  /** False: too big or too shapeless for a list's column and a default filter. */
  readonly inList?: boolean
  /** Columns of twelve that the default form gives it; 6 when absent. */
  readonly formColumns?: number
  /** May be compared with the present (`{ "now": "-30d" }`). */
  readonly isDated?: boolean
  /** JSON Schema of the value beside its `json` type, for programs that read the API's description. */
  readonly wire?: JsonObject
  /** A point in time: a bare calendar day in a filter means that whole day of the company's zone. */
  readonly isMoment?: boolean
  /** No column of its own: its values live in other tables or are computed. */
  readonly virtual?: true
  /** How a file for people holds its values: as true numbers, days, moments, words for yes and no; absent: as the text of `toText`. */
  readonly inFiles?: 'number' | 'money' | 'date' | 'moment' | 'flag'
  /** Of a reference: the type it has where what it points to has a text for its id (`x-key`). */
  readonly keyed?: string
  /** Its values are stored files: ids in the database, signed addresses on the wire. What it takes, where the field says nothing. */
  readonly file?: FileLimits
  /** GeoJSON geometry of a value: records with such a field can be taken out as a map's file and brought in from one. */
  toGeometry?(value: Json): JsonObject
  /** Parts of a compound value that `x-flat` may put beside it on the wire, e.g. `['lat', 'lng']`. */
  readonly parts?: readonly string[]
}

export type FieldTypes = { readonly [name: string]: FieldType }
