import { fieldTypes } from '../../../fields/data'
import { typeOf } from '../../../model/canonical'
import type { JsonObject } from '../../../model/json'
import type { LayoutKind } from '../../../model/layout'
import type { ColumnOrder, ListView } from '../../../model/list-view'
import { isSortable } from '../../../model/list-operators'
import type { Model } from '../../../model/model'
import type { Resource } from '../../../model/resource'
import { fieldBehind } from '../../../model/row-keys'
import { fromController, LAYOUT_PARAM } from './url-params'

/** The part of a list's current state that a view keeps. */
export interface ListState {
  readonly filters: JsonObject
  readonly sort: readonly [field: string, direction: 'asc' | 'desc']
  readonly per_page: number
  readonly columns: ColumnOrder | null
  readonly layout: LayoutKind | null
}

/** Filters that are no fields of the record. */
const ALWAYS = ['q', 'date_from', 'date_to']

/** The filters of a view that the catalogue still has, and the names of the others. */
export function knownFilters(
  filters: JsonObject,
  model: Model,
  resource: Resource,
  bound: JsonObject = {},
): { readonly known: JsonObject; readonly gone: readonly string[] } {
  const entity = model.entities[resource.entity]
  const isKnown = (name: string): boolean =>
    ALWAYS.includes(name) ||
    (name === 'include_closed' && resource.closed !== undefined) ||
    (name === 'followed' && resource.follow !== undefined) ||
    (entity !== undefined && isSeen(fieldBehind(model, entity, name)))
  const entries = Object.entries(filters).filter(([name]) => !(name in bound))
  return {
    known: Object.fromEntries(entries.filter(([name]) => isKnown(name))),
    gone: entries.flatMap(([name]) => (isKnown(name) ? [] : [name])),
  }
}

const isSeen = (behind: ReturnType<typeof fieldBehind>): boolean => behind !== null && !behind.field.secret

/** A view's order, or the catalogue's own where that column is gone. */
export function knownSort({ sort }: Pick<ListView, 'sort'>, model: Model, resource: Resource): ListState['sort'] {
  const entity = model.entities[resource.entity]
  const behind = sort && entity ? fieldBehind(model, entity, sort[0]) : null
  const mayBeSorted = behind !== null && isSeen(behind) && isSortable(behind.field, typeOf(behind.field, fieldTypes))
  return sort && mayBeSorted ? sort : resource.list.sort
}

/** A view's layout, or the catalogue's first where it is gone; null: the catalogue has one alone. */
export function knownLayout({ layout }: Pick<ListView, 'layout'>, { list: { layouts } }: Resource): LayoutKind | null {
  if (layouts.length < 2) return null
  return layouts.find(({ kind }) => kind === layout)?.kind ?? layouts[0]?.kind ?? null
}

/** The address of a list as a view has it. */
export function viewSearch(
  filters: JsonObject,
  [field, direction]: ListState['sort'],
  perPage: number,
  layout: LayoutKind | null,
): string {
  const theirs = new URLSearchParams({
    page: '1',
    perPage: String(perPage),
    sort: field,
    order: direction.toUpperCase(),
  })
  if (Object.keys(filters).length) theirs.set('filter', JSON.stringify(filters))
  return `${fromController(`?${theirs}`)}${layout ? `&${LAYOUT_PARAM}=${layout}` : ''}`
}

/** Whether a list shows exactly what a view keeps. */
export function isShowing(view: ListView, state: ListState, model: Model, resource: Resource): boolean {
  const wanted: ListState = {
    filters: knownFilters(view.filters, model, resource).known,
    sort: knownSort(view, model, resource),
    per_page: view.per_page ?? resource.list.perPage,
    columns: view.columns,
    layout: knownLayout(view, resource),
  }
  return stable(wanted) === stable(state)
}

/** Text of a value that is the same whatever the order of its keys. */
const stable = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(
          Object.entries(one)
            .filter(([, held]) => held !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : one,
  )
