import type { Json, JsonObject } from './json'
import type { Rule } from './rule'

/** The whole application as checked, frozen, serialisable data: it travels to the browser as it is. */
export interface Model {
  readonly entities: { readonly [name: string]: Entity }
  readonly resources: { readonly [name: string]: Resource }
}

/** One table: what a `schemas/<name>.json` (or `src/system/<name>.json`) says, with its traits spelt out. */
export interface Entity {
  readonly name: string
  readonly title: string
  /** In declaration order; the engine's own (`id`, `version`, `date_*`, traits) stand last, `id` first. */
  readonly fields: { readonly [name: string]: Field }
  readonly traits: readonly Trait[]
  /** Pieces of the text that stands for a record: literals and field names, from `x-represent`. */
  readonly represent: readonly RepresentPart[]
  readonly checks: readonly Check[]
  readonly unique: readonly (readonly string[])[]
  /** By which column, or path one reference away, a row belongs to a tenant; `shared`: every tenant reads it. */
  readonly scope: { readonly company?: string; readonly branch?: string; readonly shared?: boolean }
  readonly size: 'small' | 'large'
}

export type Trait = 'activable' | 'sortable'
export type RepresentPart = { readonly text: string } | { readonly field: string }

export interface Field {
  readonly name: string
  /** Entity it belongs to; tells apart the words of two fields of one name. */
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
  readonly ref?: Reference
  /** Wire names of a compound value's parts, e.g. a point's `{ lat: 'lat', lng: 'lng' }`; null when it is one wire key. */
  readonly flat?: { readonly [part: string]: string }
  readonly see?: Rule
  readonly edit?: Rule
  readonly require?: Rule
  /** All keywords as written, for the field type's own use (`maxLength`, `minimum`, `x-values` ...). */
  readonly schema: JsonObject
}

export interface Reference {
  /** Entity it points to. */
  readonly to: string
  /** Resource whose list answers its look-up (`x-to` may name one, with its `where`); absent: the model was written by hand, use `to`. */
  readonly resource?: string
  /** Extra read-only wire keys: wire name → field of the referenced record, e.g. `{ br_name: 'name' }`. */
  readonly expand: { readonly [wireName: string]: string }
  readonly onDelete: 'restrict' | 'clear'
}

export interface Check {
  readonly id: string
  readonly assert: Rule
  readonly when?: Rule
  readonly at: string
  /** i18n key of the sentence shown, below `validation.`. */
  readonly say: string
}

/** One catalogue: how an entity is used. Sparse files come out of the loader with every default filled in. */
export interface Resource {
  readonly name: string
  readonly title: string
  readonly entity: string
  readonly where?: Rule
  /** Field values the `where` fixes with `eq`; stamped on every created row. */
  readonly fixed: JsonObject
  /** Path below /api/admin, without slashes at its ends. */
  readonly endpoint: string
  /** Path in the console, with the leading slash. */
  readonly route: string
  /** Key of the module row that guards it; null: reachable as a reference only, never as a module. */
  readonly module: string | null
  /** Seen and edited by root users alone, whatever their roles' rights say. */
  readonly root?: boolean
  readonly menu: { readonly group: string | null; readonly icon: string; readonly order: number }
  readonly list: {
    readonly columns: readonly Column[]
    readonly details: readonly Column[]
    readonly sort: readonly [field: string, direction: 'asc' | 'desc']
    readonly perPage: number
  }
  readonly filters: readonly Filter[]
  readonly form: { readonly in: 'dialog' | 'page'; readonly rows: readonly FormRow[] }
  readonly detail: { readonly tabs: readonly Tab[] }
  readonly actions: readonly Action[]
  readonly export: readonly ExportFormat[]
}

/** `f` is a field of the entity or a wire name that a reference expands to. */
export interface Column { readonly f: string; readonly as?: string; readonly widget?: string; readonly width?: number }
export interface Filter { readonly f: string; readonly as?: 'range' | 'text' | 'choice' }
export interface FormCell { readonly f: string; readonly columns: number; readonly widget?: string }
export type FormRow =
  | { readonly cells: readonly FormCell[] }
  | { readonly when: Rule; readonly rows: readonly FormRow[] }
export type Tab =
  | { readonly kind: 'info' }
  | { readonly kind: 'logs' }
  | { readonly kind: 'resource'; readonly id: string; readonly title?: string; readonly resource: string; readonly by: string }
  | { readonly kind: 'panel'; readonly id: string; readonly title?: string; readonly panel: string }
export interface Action {
  readonly id: string
  readonly on: readonly ('row' | 'bulk')[]
  readonly icon: string
  readonly needs: 'see' | 'edit'
  readonly when?: Rule
  readonly call?: { readonly method: 'GET' | 'POST'; readonly path: string; readonly send: readonly string[] }
  /** Where it leads, with `{field}` filled from the row, e.g. `/trackings?id_user={id}`. */
  readonly go?: string
  readonly confirm: boolean
}
export type ExportFormat = 'csv'
