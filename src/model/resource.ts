import type { Effect } from './effects/effect'
import type { Field } from './field'
import type { Json, JsonObject } from './json'
import type { Layout } from './layout'
import type { PrintTemplate } from './print/print'
import type { TakesPart } from './rights/house'
import type { Rule } from './rules/rule'
import type { Stat } from './stat'

/** One catalogue: how an entity is used. Sparse files come out of the loader with every default filled in. */
export interface Resource {
  readonly name: string
  readonly title: string
  readonly entity: string
  readonly where?: Rule
  /** Field values the `where` fixes with `eq`; set on every new row. */
  readonly fixed: JsonObject
  /** Path below /api/admin, without slashes at its ends. */
  readonly endpoint: string
  /** Under which names the answer of its list has its rows once more, and the states that they may be in. */
  readonly answers?: { readonly items: string; readonly states?: string }
  /** Path in the console, with the leading slash. */
  readonly route: string
  /** Key of the module row that guards it; null: available as a reference only, never as a module. */
  readonly module: string | null
  /** Seen and edited by root users alone, whatever the rights of roles say. */
  readonly root?: boolean
  /** A rule on the user: whoever it does not hold for has no right on its module, whatever their role says. */
  readonly see?: Rule
  /** Its records are created and changed by the program alone; people see them and use its actions. */
  readonly readOnly?: true
  /**
   * In the Model as one user knows it: all read its records, and this user changes none of them, whatever their role
   * opens.
   */
  readonly held?: true
  /**
   * Who of those who may change its records creates them: a rule on the user alone; absent: all of them. A browser is
   * told only `uncreated`.
   */
  readonly create?: Rule
  /** In the Model as one user knows it: they change records and create none. */
  readonly uncreated?: true
  /** Records that lists leave out unless `include_closed` is given. */
  readonly closed?: Rule
  /** Records that are never removed, or never deactivated, in whatever way. */
  readonly kept?: { readonly [verb in 'remove' | 'disable']?: Rule }
  /** One record and no list: its route is the form of that record. */
  readonly singleton?: true
  /**
   * Field whose value stands in the route (`/modules/:type_user`): it filters the list, is set on new records, and
   * `first` opens by default.
   */
  readonly param?: { readonly field: string; readonly first: Json | null }
  /** Address of another service that speaks simple REST: its rows are never stored in this database. */
  readonly rest?: string
  readonly menu: {
    readonly group: string | null
    readonly icon: string
    readonly order: number
    /**
     * Who finds it in the menu, in addition to root: `staff`, or people of a role with this flag; absent: everyone who
     * may see it.
     */
    readonly for?: string
  }
  readonly list: {
    readonly columns: readonly Column[]
    readonly details: readonly Column[]
    readonly sort: readonly [field: string, direction: 'asc' | 'desc']
    /**
     * In the list's own order, which is by a moment, records that meet the first rule stand before those that meet the
     * second, and so on.
     */
    readonly first?: readonly Rule[]
    /** The ways in which it shows its rows; the first one at first. */
    readonly layouts: readonly Layout[]
    readonly perPage: number
    /** Records that are shown faintly. */
    readonly dim?: Rule
    /**
     * What `date_from` and `date_to` are about (absent: the date of creation), and how many days up to today the page
     * shows at first.
     */
    readonly days?: { readonly f: string; readonly last?: number }
    /** Panel of a feature that is shown above it. */
    readonly above?: string
    /**
     * Its rows hold these wire keys and what its columns, actions and rules look at; absent: they are whole records.
     */
    readonly reads?: readonly string[]
    /** Its rows are reloaded every `interval` seconds. */
    readonly live?: true
  }
  readonly filters: readonly Filter[]
  /** Numbers over its rows, shown above the list when people ask for them. */
  readonly stats: readonly Stat[]
  readonly form: {
    readonly in: 'dialog' | 'page'
    /** Present: every row is a group that stands alone, as a tab or a step. */
    readonly layout?: FormLayout
    readonly rows: readonly FormRow[]
  }
  /**
   * `named`: a record's own address leads to that of its first tab; `leaves`: its moves lead back to the list; `over`:
   * it opens in a dialog over the list.
   */
  readonly detail: {
    readonly tabs: readonly Tab[]
    readonly named?: true
    readonly leaves?: true
    readonly over?: true
  }
  readonly actions: readonly Action[]
  /** What the verbs of every module ask first; each answer is stored in the record's field of that name. */
  readonly asks?: { readonly [verb in AskingVerb]?: Ask }
  /** Who writes and reads comments about its records; absent: there are none. */
  readonly comments?: TakesPart
  /** Who may follow its records; absent: nobody. */
  readonly follow?: TakesPart
  /** Who sees the tags of its records; absent: there are none. The house makes them. */
  readonly tags?: TakesPart
  /** What happens when its records are made, changed, removed or moved; never sent to a browser. */
  readonly effects?: readonly Effect[]
  /**
   * The documents that are printed of its records; a browser knows what they are called and for which records they are
   * offered.
   */
  readonly print?: readonly PrintTemplate[]
  readonly export: readonly ExportFormat[]
  /** Null: rows are only added one by one. */
  readonly import: Import | null
}

export interface Import {
  /**
   * Fields of the file in order; refs are given by the text that represents their record, or by a unique text of it.
   */
  readonly columns: readonly string[]
  /** Fields that together identify an existing record; none: every row creates a new one. */
  readonly match: readonly string[]
  /** A field of the record that the row of a file is shown with once it is saved; null: none. */
  readonly shows: string | null
}

/** `f` is a field of the entity or a wire name that a reference expands to. */
export interface Column {
  readonly f: string
  /** What it is called here (`resources.<resource>.columns.<f>`); absent: as the field is. */
  readonly title?: string
  readonly as?: string
  /** Of a column that is shown as an icon. */
  readonly icon?: string
  readonly widget?: string
  readonly width?: number
  /** Shown among the facts of a card on a narrow screen. */
  readonly card?: boolean
}
export interface Filter {
  readonly f: string
  /** What it is called here (`resources.<resource>.filters.<f>`); absent: as the field is. */
  readonly title?: string
  readonly as?: 'range' | 'text' | 'choice' | 'area'
  /** A rule on the user and settings: to whom it is offered. */
  readonly when?: Rule
}
export interface FormCell {
  readonly f: string
  readonly columns: number
  readonly widget?: string
  /** The catalogue from which this form chooses, in place of the reference's own. */
  readonly via?: string
}
export type FormRow = { readonly cells: readonly FormCell[] } | FormGroup
export type FormLayout = 'tabs' | 'steps'
/**
 * Rows that belong together: shown only while `show` holds, or under a title (`resources.<resource>.groups.<group>`),
 * or both; of a form with a layout, a tab or a step.
 */
export interface FormGroup {
  readonly show?: Rule
  readonly group?: string
  readonly title?: string
  /** Of a tab or a step. */
  readonly icon?: string
  /** Closed at first: its title opens it. */
  readonly collapsed?: true
  readonly rows: readonly FormRow[]
}
export type Tab =
  /** `paper`: the page shows this document of the record in place of its facts. */
  | { readonly kind: 'info'; readonly paper?: string }
  /** `when`, a rule on the user alone: who may read the activity of its records, here and through the calls. */
  | { readonly kind: 'logs'; readonly when?: Rule; readonly lines?: number }
  | { readonly kind: 'comments' }
  /** `when`: for which records it is shown; what it shows goes by a right of its own. */
  | {
      readonly kind: 'resource'
      readonly id: string
      readonly title?: string
      readonly resource: string
      readonly by: string
      /** Columns of that list in this order; the others stand below a row. Absent: all. */
      readonly columns?: readonly string[]
      readonly when?: Rule
    }
  | { readonly kind: 'panel'; readonly id: string; readonly title?: string; readonly panel: string }
  /** A feature's screen (by the key of its module) with this record's id in the query, under the name `by`. */
  | {
      readonly kind: 'screen'
      readonly id: string
      readonly title?: string
      readonly screen: string
      readonly by: string
    }
export interface Action {
  readonly id: string
  /** What it is called where no language says so (`resources.<resource>.actions.<id>`). */
  readonly title?: string
  /** For a row, the selected rows, or the list as a whole. */
  readonly on: readonly ('row' | 'bulk' | 'list')[]
  readonly icon: string
  /** Module whose right it needs; absent: the resource's own. */
  readonly module?: string
  readonly needs: 'see' | 'edit'
  readonly when?: Rule
  /** `send`: the name that the call uses for each field it gets. */
  readonly call?: {
    readonly method: 'GET' | 'POST'
    readonly path: string
    readonly send: { readonly [name: string]: string }
  }
  /** Where it leads, with `{field}` filled from the row, e.g. `/trackings?id_user={id}`. */
  readonly go?: string
  /** Dialog of a feature that is opened over the page, with the row. */
  readonly open?: string
  readonly confirm: boolean
  /** What is said when it is confirmed or asked, where no language says so (`resources.<resource>.asks.<id>`). */
  readonly text?: string
  readonly ask?: Ask
  /**
   * Path of a call that is made while one record is asked about, with what is sent: its `msg` says what it will come
   * to.
   */
  readonly tells?: string
  /** Something is lost by it. */
  readonly tone?: 'danger'
  /** A move of the entity's flow. */
  readonly move?: true
  /** What the list does afterwards: `reload` (default) or nothing. */
  readonly done: 'reload' | 'stay'
}
export type AskingVerb = 'enable' | 'disable'
/** What is asked before a call, sent with it and checked on both ends: fields of the entity, or of the call alone. */
export interface Ask {
  readonly tone?: 'danger'
  readonly fields: readonly Field[]
}
export const EXPORT_FORMATS = ['xlsx', 'pdf', 'csv', 'html'] as const
/** `geojson`, a map file, is offered where an entity has an area. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number] | 'geojson'
