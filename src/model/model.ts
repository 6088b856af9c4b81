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
  readonly scope: Scope
  readonly size: 'small' | 'large'
  /** Administrators may define further fields of it, kept together in one column. */
  readonly dynamic?: true
  /** Every field of its one record is a setting of the same name (`setting.x` in rules, `runtime.settings()` on the server). */
  readonly settings?: true
  /** Present: the id is a text that people choose (`x-key`, a language's two letters), not a number the database counts. */
  readonly key?: { readonly maxLength: number; readonly pattern?: string }
  /** True: its records live in another service (`rest`); there is no table here. */
  readonly remote?: true
}

export const TENANTS = ['company', 'partner', 'branch', 'area'] as const
export type Tenant = (typeof TENANTS)[number]
/**
 * By which column, or path up to two references away, a row belongs to a tenant. `shared`: what has no value there (or is not divided
 * so at all) is read by every tenant; a list says it of some kinds of tenants only.
 */
export type Scope = { readonly [tenant in Tenant]?: string } & { readonly shared?: true | readonly Tenant[] }

/** `tree` brings `id_parent`, a reference to the same entity without circles. */
export type Trait = 'activable' | 'sortable' | 'tree'
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
  /** True: defined by an administrator; kept with its like in one column, filtered by and never sorted by. */
  readonly dynamic?: true
  /** True: no column of its own; its value lives in other tables (refs, children) or is computed. */
  readonly virtual?: true
  /** Of a `ref`, and of `refs` (many to many). */
  readonly ref?: Reference
  /** Of `children`: rows of another entity that are written with this one, in one transaction. */
  readonly children?: Children
  /** Of `computed`: what the database works out for the rows of a page. */
  readonly computed?: Computed
  /** Wire names of a compound value's parts, e.g. a point's `{ lat: 'lat', lng: 'lng' }`; null when it is one wire key. */
  readonly flat?: { readonly [part: string]: string }
  readonly see?: Rule
  readonly edit?: Rule
  readonly require?: Rule
  /** The value that it has, locked, while a rule holds. */
  readonly set?: SetRule
  /** All keywords as written, for the field type's own use (`maxLength`, `minimum`, `x-values` ...). */
  readonly schema: JsonObject
}

export interface SetRule { readonly to: Json; readonly when: Rule }

export interface Reference {
  /** Entity it points to. */
  readonly to: string
  /** Resource whose list answers its look-up (`x-to` may name one, with its `where`); absent: the model was written by hand, use `to`. */
  readonly resource?: string
  /** Extra read-only wire keys: wire name → field of the referenced record, e.g. `{ br_name: 'name' }`. */
  readonly expand: { readonly [wireName: string]: string }
  readonly onDelete: 'restrict' | 'clear'
  /** Which records may be chosen: a rule over the referenced entity, whose `{ "form": "x" }` values are fields of this record. */
  readonly choices?: Rule
  /** A new record of it may be made from the form (given the right to edit that catalogue). */
  readonly create?: true
}

export interface Children {
  /** Entity of the rows. */
  readonly of: string
  /** Their reference to the parent. */
  readonly link: string
  /** Fields shown in the grid, in their order: never the link. */
  readonly columns: readonly string[]
  readonly max: number
}

/** A value over the rows of another entity that refer to this one, or a text of the record's own fields. */
export type Computed =
  | {
    readonly kind: 'rollup'
    readonly what: 'count' | 'sum' | 'min' | 'max' | 'avg'
    readonly of: string
    /** Reference of those rows to this record. */
    readonly by: string
    /** Field that is summed; absent for a count. */
    readonly field?: string
    readonly where?: Rule
  }
  | { readonly kind: 'text'; readonly parts: readonly RepresentPart[] }

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
  /** Its records are made and changed by the program alone; people see them and do what its actions offer. */
  readonly readOnly?: true
  /** Records that lists leave out unless `include_closed` is asked. */
  readonly closed?: Rule
  /** One record and no list: its route is the form of that record. */
  readonly singleton?: true
  /** Field whose value stands in the route (`/modules/:type_user`): it filters the list, is stamped on what is created, and `first` opens. */
  readonly param?: { readonly field: string; readonly first: Json | null }
  /** Address of another service that speaks simple REST: its rows never enter this database. */
  readonly rest?: string
  readonly menu: {
    readonly group: string | null
    readonly icon: string
    readonly order: number
    /** Who finds it in the menu, beside root; absent: everyone who may see it. */
    readonly for?: 'operator' | 'corporate'
  }
  readonly list: {
    readonly columns: readonly Column[]
    readonly details: readonly Column[]
    readonly sort: readonly [field: string, direction: 'asc' | 'desc']
    readonly perPage: number
    /** Records that are drawn faintly. */
    readonly dim?: Rule
  }
  readonly filters: readonly Filter[]
  readonly form: { readonly in: 'dialog' | 'page'; readonly rows: readonly FormRow[] }
  readonly detail: { readonly tabs: readonly Tab[] }
  readonly actions: readonly Action[]
  /** What the verbs of every module ask first; each answer is kept in the record's field of that name. */
  readonly asks?: { readonly [verb in AskingVerb]?: Ask }
  readonly export: readonly ExportFormat[]
  /** Null: rows come in one by one only. */
  readonly import: Import | null
}

export interface Import {
  /** Fields of the file in their order; refs are named by what stands for their record, or by a unique text of it. */
  readonly columns: readonly string[]
  /** Fields that together name a record that is there already; none: every row makes a new one. */
  readonly match: readonly string[]
}

/** `f` is a field of the entity or a wire name that a reference expands to. */
export interface Column { readonly f: string; readonly as?: string; readonly widget?: string; readonly width?: number }
export interface Filter { readonly f: string; readonly as?: 'range' | 'text' | 'choice' }
export interface FormCell { readonly f: string; readonly columns: number; readonly widget?: string }
export type FormRow = { readonly cells: readonly FormCell[] } | FormGroup
/** Rows that belong together: there only while `when` holds, or under a title (`resources.<resource>.groups.<group>`), or both. */
export interface FormGroup {
  readonly when?: Rule
  readonly group?: string
  readonly title?: string
  readonly rows: readonly FormRow[]
}
export type Tab =
  | { readonly kind: 'info' }
  | { readonly kind: 'logs' }
  | { readonly kind: 'resource'; readonly id: string; readonly title?: string; readonly resource: string; readonly by: string }
  | { readonly kind: 'panel'; readonly id: string; readonly title?: string; readonly panel: string }
  /** A feature's screen (by the key of its module) with this record's id in the query, under the name `by`. */
  | { readonly kind: 'screen'; readonly id: string; readonly title?: string; readonly screen: string; readonly by: string }
export interface Action {
  readonly id: string
  /** A row, the chosen rows, or the list as a whole. */
  readonly on: readonly ('row' | 'bulk' | 'list')[]
  readonly icon: string
  readonly needs: 'see' | 'edit'
  readonly when?: Rule
  readonly call?: { readonly method: 'GET' | 'POST'; readonly path: string; readonly send: readonly string[] }
  /** Where it leads, with `{field}` filled from the row, e.g. `/trackings?id_user={id}`. */
  readonly go?: string
  readonly confirm: boolean
  readonly ask?: Ask
  /** What the list does after it: `reload` (default) or nothing. */
  readonly done: 'reload' | 'stay'
}
export type AskingVerb = 'enable' | 'disable'
/** What is asked before a call, sent with it and checked on both ends: fields of the entity, or fields of the call alone. */
export interface Ask { readonly tone?: 'danger'; readonly fields: readonly Field[] }
export const EXPORT_FORMATS = ['xlsx', 'pdf', 'csv', 'html'] as const
/** `geojson`, a map's file, is offered where an entity has an area. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number] | 'geojson'
