import type { Field } from './field'
import type { Json, JsonObject } from './json'
import type { Operator } from './rules/rule'
import type { NumberStyle } from './values/shown-number'
import type { FileLimits } from './values/stored-file'

/** The error of a value: an i18n key below `validation.` and the numbers its sentence names. */
export interface FieldError {
  readonly key: string
  readonly params?: { readonly [name: string]: string | number }
}

/** What arithmetic a type's values are for; `plain` ones are only passed on. */
export interface Counts {
  readonly as: 'number' | 'duration' | 'date' | 'moment' | 'plain'
  /** What a duration or a distance is counted in. */
  readonly unit?: (schema: JsonObject) => string
  /** Decimals of a result where the field names no `x-scale`; 6 when absent. */
  readonly scale?: number
  /** The first whole number that is too large for it. */
  readonly below?: string
}

/** The result of reading a text (a csv cell, a query string). */
export type Reading = { readonly value: Json } | { readonly error: FieldError }

/** How numbers and dates are written for people and in files. */
export interface TextStyle {
  readonly language: string
  /** IANA zone that date-times are shown in. */
  readonly zone: string
  readonly decimal: '.' | ','
}

/**
 * The data half of a field type: the shape of its values, without view or SQL (`src/fields/<type>/data.ts`). A value is
 * in its wire form; null always means "empty" and is never passed to `check`.
 */
export interface FieldType {
  readonly name: string
  /** JSON Schema `type` of the wire value, for OpenAPI and for choosing a default type. */
  readonly json: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array'
  /** JSON Schema keywords, besides the common ones, that a property of this type may use. */
  readonly keywords: readonly string[]
  readonly operators: readonly Operator[]
  /** Operators for list filters and searches only: they look at more than the bare value that rules see. */
  readonly onlyInLists?: readonly Operator[]
  /** What a bare filter value means: `name=ana` contains, `state=1` equals. */
  readonly filter: 'contains' | 'eq'
  readonly sortable: boolean
  /**
   * Brings a value into its one canonical form before it is checked (trims text, `true` → 1); leaves unknown forms as
   * they are.
   */
  canonical(value: Json, field: Field): Json
  check(value: Json, field: Field): FieldError | null
  /** Of a compound value: errors of what it holds, by path (`border.width`); `check` refuses the whole then. */
  within?(value: Json, field: Field): { readonly [path: string]: FieldError }
  /** Lossless text for files; null becomes ''. */
  toText(value: Json, field: Field, style: TextStyle): string
  /**
   * @param house signs that numbers are written with where a person wrote the text; absent: plain notation, as programs
   * write it
   */
  fromText(text: string, field: Field, house?: NumberStyle): Reading
  /** What a person reads of a value where only text is shown (the log); absent: `toText`. */
  toWords?(value: Json, field: Field, style: TextStyle): string
  /** Order of two non-null values, the same as in SQL; only called for types with `lt`. */
  compare(a: Json, b: Json): number
  /** A valid value made from a random source in [0, 1): feeds generated tests and demo rows. */
  sample(field: Field, random: () => number): Json
  /** A few values that must be refused, for generated tests. */
  invalid(field: Field): readonly Json[]
  /** Property of the generated record type, e.g. `'string'`. */
  typescript(field: Field): string
  /**
   * Metadata errors of one property, as [JSON path below the property, sentence with the remedy, id of the check if not
   * M014].
   */
  errors?(schema: JsonObject): readonly (readonly [path: string, sentence: string, id?: string])[]
  /** Accepted in writes, never read back (a password): not shown in any list, answer, file or log. */
  readonly writeOnly?: boolean
  /** Of those, one that the server reads itself: stored sealed; any other is stored as a hash. */
  readonly sealed?: boolean
  /** False: too large or shapeless for a list's column and a default filter. */
  readonly inList?: boolean
  /** Columns of twelve that the default form gives it; 6 when absent. */
  readonly formColumns?: number
  /** May be compared with the present (`{ "now": "-30d" }`). */
  readonly isDated?: boolean
  /** JSON Schema of the value in addition to its `json` type, for programs that read the API's description. */
  readonly wire?: JsonObject
  /** A point in time: a bare calendar day in a filter means that whole day in the company's zone. */
  readonly isMoment?: boolean
  /** No column of its own: its values live in other tables or are computed. */
  readonly virtual?: true
  /**
   * How a file for people holds its values: real numbers, days, moments, words for yes and no; absent: the text of
   * `toText`.
   */
  readonly inFiles?: 'number' | 'money' | 'date' | 'moment' | 'flag'
  /** Of a reference: its type where the entity it points to has text ids (`x-key`). */
  readonly keyed?: string
  /** What formulas do with its values; absent: nothing. */
  readonly counts?: Counts
  /**
   * Its values are stored files: ids in the database, signed addresses on the wire. The limits apply where the field
   * names none.
   */
  readonly file?: FileLimits
  /** GeoJSON geometry of a value: records with such a field can be exported to and imported from a map file. */
  toGeometry?(value: Json): JsonObject
  /** What its values are on a map: records with such a field can be looked at there. */
  readonly place?: 'point' | 'area'
  /** Parts of a compound value that `x-flat` may add to the wire record, e.g. `['lat', 'lng']`. */
  readonly parts?: readonly string[]
}

export type FieldTypes = { readonly [name: string]: FieldType }
