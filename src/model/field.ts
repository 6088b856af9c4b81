import type { Json, JsonObject } from './json'
import type { Formula } from './formulas/formula'
import type { Rule } from './rules/rule'

/** One value of a record: what a schema's property says of it. */
export interface Field {
  readonly name: string
  /** Entity it belongs to; distinguishes the words of two fields with the same name. */
  readonly entity: string
  /** Name in the registry of field types, `src/fields/data.ts`. */
  readonly type: string
  readonly title: string
  readonly help?: string
  readonly required: boolean
  /** Brought by the engine (`id`, `version`, dates, rank): on the wire, never in a form. */
  readonly system: boolean
  /** On the wire and in lists, refused in writes. */
  readonly readOnly: boolean
  /** Never leaves the server and never enters a form (a stored hash). */
  readonly secret: boolean
  readonly search: boolean
  readonly unique: boolean
  readonly was: readonly string[]
  readonly default?: Json
  /** True: defined by an administrator; stored with the others in one column; can be filtered by, but not sorted by. */
  readonly dynamic?: true
  /** True: no column of its own; its value lives in other tables (refs, children) or is computed. */
  readonly virtual?: true
  /** Of a `ref`, and of `refs` (many to many). */
  readonly ref?: Reference
  /** Of `ref-any`: the catalogues whose records it may name. */
  readonly refAny?: AnyReference
  /** Of `answers`: the reference to the form that they answer. */
  readonly answers?: { readonly form: string }
  /** Of `object`: what it holds, by name. */
  readonly properties?: { readonly [name: string]: Field }
  /** Of `children`: rows of another entity that are written with this one, in one transaction. */
  readonly children?: Children
  /** Of `computed`: what the database computes for the rows of a page. */
  readonly computed?: Computed
  /**
   * Wire names of a compound value's parts, e.g. a point's `{ lat: 'lat', lng: 'lng' }`; null when it is one wire key.
   */
  readonly flat?: { readonly [part: string]: string }
  /** A change asks the writer for their own password, unless they gave it lately. */
  readonly confirm?: true
  readonly see?: Rule
  readonly edit?: Rule
  readonly require?: Rule
  /** Of a text: numbers without gaps that the program gives (`x-series`). */
  readonly series?: Series
  /** The value that it has, locked, while a rule holds. */
  readonly set?: SetRule
  /** It belongs to these values of an enum of the record (`x-parts`), and is empty while that has another. */
  readonly part?: { readonly by: string; readonly values: readonly string[] }
  /** The arithmetic that fills it; nobody else writes it. */
  readonly formula?: Formula
  /** The value that it takes when a reference is chosen; afterwards the record's own. */
  readonly copy?: Copy
  /** All keywords as written, for the field type's own use (`maxLength`, `minimum`, `x-values` ...). */
  readonly schema: JsonObject
}

export interface Series {
  /** `F001-{n:8}`: {n} is the number, {yyyy} and {mm} the present in the company's zone. */
  readonly format: string
  /** Fields each of whose values has numbers of its own. */
  readonly per: readonly string[]
  readonly start: number
}

/** `stays`: a form too leaves it so when the rule no longer holds, and does not give back what was there before. */
export interface SetRule {
  readonly to: Json
  readonly when: Rule
  readonly stays?: true
}

/** A field of the record that a reference points to. */
export interface Copy {
  readonly ref: string
  readonly field: string
}

export interface Reference {
  /** Entity it points to. */
  readonly to: string
  /**
   * Resource whose list answers its look-up (`x-to` may name one, with its `where`); absent: the model was written by
   * hand, use `to`.
   */
  readonly resource?: string
  /** Extra read-only wire keys: wire name → field of the referenced record, e.g. `{ sh_name: 'name' }`. */
  readonly expand: { readonly [wireName: string]: string }
  /** Those of them that are references themselves: what they name comes along, as `<wire name>__label`. */
  readonly named?: readonly string[]
  readonly onDelete: 'restrict' | 'clear' | 'remove'
  /**
   * Which records may be chosen: a rule over the referenced entity, whose `{ "form": "x" }` values are fields of this
   * record.
   */
  readonly choices?: Rule
  /** A new record may be created from the form (given the right to edit that catalogue). */
  readonly create?: true
  /** The only one that may be chosen is chosen in a new record, though it need not have one. */
  readonly sole?: true
  /** In somebody's model: whose the record is goes by it, so that their forms offer their own alone. */
  readonly own?: true
}

interface AnyReference {
  readonly targets: readonly AnyTarget[]
  readonly onDelete: 'restrict' | 'clear'
}

export interface AnyTarget {
  /** The name in `x-to`: of a catalogue, or of an entity for all its records. */
  readonly kind: string
  readonly to: string
  /** Resource whose list answers its look-up. */
  readonly resource?: string
  readonly title: string
}

export interface Children {
  /** Entity of the rows. */
  readonly of: string
  /** The rows' reference to the parent. */
  readonly link: string
  /** Fields shown in the grid, in order; never the link. */
  readonly columns: readonly string[]
  readonly max: number
  /** Field that sorts them; absent: their own order, or else the order of creation. */
  readonly order?: string
}

/** A value over the rows of another entity that refer to this one, or a text of the record's own fields. */
export type Computed =
  | {
      readonly kind: 'rollup'
      readonly what: 'count' | 'sum' | 'min' | 'max' | 'avg'
      readonly of: string
      /** The rows' reference to this record. */
      readonly by: string
      /** Field to sum; absent for a count. */
      readonly field?: string
      /** What it comes to is money, as the summed field is. */
      readonly money?: true
      readonly where?: Rule
    }
  | { readonly kind: 'text'; readonly parts: readonly RepresentPart[] }

/** A piece of a text: a literal, or a field's value. */
export type RepresentPart = { readonly text: string } | { readonly field: string }
