import type { JsonObject } from './json'
import type { LayoutKind } from './layout'

/** Heights of a list's rows. */
export const DENSITIES = ['compact', 'standard', 'comfortable'] as const
export type Density = (typeof DENSITIES)[number]

/** Names of columns in the user's order, and those that are shown. */
export interface ColumnOrder {
  readonly order: readonly string[]
  readonly shown: readonly string[]
}

/** How a user last had a list; null: as the metadata says. */
export interface ListLook {
  readonly columns: ColumnOrder | null
  readonly density: Density | null
  readonly per_page: number | null
  readonly layout: LayoutKind | null
}

/** A list's filters, order and look, saved under a name. */
export interface ListView extends ListLook {
  readonly id: number
  readonly name: string
  /** As in the console's list: fields, `q`, `date_from`, `date_to`. */
  readonly filters: JsonObject
  readonly sort: readonly [field: string, direction: 'asc' | 'desc'] | null
  /** The owner's list opens with it. */
  readonly is_default: boolean
  /** For all users of the owner's company who see the module. */
  readonly shared: boolean
  readonly own: boolean
  /** Who shares it; null: the reader's own. */
  readonly by: string | null
}

/** Answer of `GET {endpoint}/views`, and of the calls that change them. */
export interface ListViews {
  readonly items: readonly ListView[]
  readonly last: ListLook | null
  /** May share views with all users who see the module. */
  readonly may_share: boolean
}
